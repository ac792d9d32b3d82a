// The files of jobs and of results. No stdio: a child that calls exit() would write its buffers again.

#ifndef PTOCONF_FILES_HPP
#define PTOCONF_FILES_HPP

#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace ptoconf {

// Ends the driver: the runner reports its words as an error of the harness.
[[noreturn]] inline void fail(const char* why)
{
    (void)!write(2, why, std::strlen(why));
    (void)!write(2, "\n", 1);
    _exit(97);
}

// A mapped file, so that no child can move its offset.
class Reader {
public:
    explicit Reader(const char* path)
    {
        const int file = open(path, O_RDONLY | O_CLOEXEC);
        struct stat about {};
        if (file < 0 || fstat(file, &about) != 0) fail("cannot open the jobs");
        end_ = static_cast<std::size_t>(about.st_size);
        start_ = static_cast<const unsigned char*>(mmap(nullptr, end_, PROT_READ, MAP_PRIVATE, file, 0));
        if (start_ == MAP_FAILED) fail("cannot map the jobs");
        close(file);
    }

    const unsigned char* bytes(std::size_t count)
    {
        if (count > end_ - at_) fail("the jobs end too early");
        at_ += count;
        return start_ + at_ - count;
    }

    std::uint32_t u32() { return number<std::uint32_t>(); }
    std::uint64_t u64() { return number<std::uint64_t>(); }

private:
    template <typename T>
    T number()
    {
        T value;
        std::memcpy(&value, bytes(sizeof(T)), sizeof(T));
        return value;
    }

    const unsigned char* start_ = nullptr;
    std::size_t at_ = 0, end_ = 0;
};

// Appends to a file through a buffer of its own.
class Writer {
public:
    explicit Writer(const char* path) : file_(open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600))
    {
        if (file_ < 0) fail("cannot create the results");
    }

    void bytes(const void* data, std::size_t count)
    {
        const auto* first = static_cast<const unsigned char*>(data);
        buffer_.insert(buffer_.end(), first, first + count);
        if (buffer_.size() >= (1u << 20)) flush();
    }

    void u32(std::uint32_t value) { bytes(&value, sizeof value); }
    void u64(std::uint64_t value) { bytes(&value, sizeof value); }

    void text(const std::string& text)
    {
        u32(static_cast<std::uint32_t>(text.size()));
        bytes(text.data(), text.size());
    }

    void finish()
    {
        flush();
        if (close(file_) != 0) fail("cannot write the results");
    }

private:
    void flush()
    {
        for (std::size_t done = 0; done < buffer_.size();) {
            const ssize_t count = write(file_, buffer_.data() + done, buffer_.size() - done);
            if (count <= 0) fail("cannot write the results");
            done += static_cast<std::size_t>(count);
        }
        buffer_.clear();
    }

    int file_;
    std::vector<unsigned char> buffer_;
};

} // namespace ptoconf

#endif
