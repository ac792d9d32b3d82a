// What the tests of the instructions share: memory of a unified buffer, expectations, and errors in a child process.

#ifndef PTOCONF_NPU_CHECK_HPP
#define PTOCONF_NPU_CHECK_HPP

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

inline int failures = 0;

#define EXPECT(CONDITION)                                                               \
    do {                                                                                \
        if (!(CONDITION)) {                                                             \
            std::printf("%s:%d: expected %s\n", __FILE__, __LINE__, #CONDITION);        \
            ++failures;                                                                 \
        }                                                                               \
    } while (0)

// Elements that begin at a multiple of 32 bytes, each with a value of its own.
template <typename T>
class Buffer {
public:
    explicit Buffer(std::size_t count, int first = 0) : bytes_(count * sizeof(T) + 64), count_(count)
    {
        const auto beyond = reinterpret_cast<std::uintptr_t>(bytes_.data()) % 32;
        start_ = reinterpret_cast<T*>(bytes_.data() + (32 - beyond) % 32);
        for (std::size_t i = 0; i < count; ++i) start_[i] = static_cast<T>(first + static_cast<int>(i % 1000));
    }

    T* data() { return start_; }
    T& operator[](std::size_t i) { return start_[i]; }
    std::vector<T> copy() const { return std::vector<T>(start_, start_ + count_); }
    bool holds(const std::vector<T>& expected) const { return std::memcmp(start_, expected.data(), count_ * sizeof(T)) == 0; }

private:
    std::vector<unsigned char> bytes_;
    std::size_t count_;
    T* start_;
};

// What a program says before it ends with SIGABRT; nothing if it does not.
template <typename Program>
std::string last_words(Program program)
{
    int ends[2];
    if (pipe(ends) != 0) return "";
    const pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], 2);
        program();
        _exit(0);
    }
    close(ends[1]);
    char words[512];
    std::string all;
    for (ssize_t count; (count = read(ends[0], words, sizeof words)) > 0;) all.append(words, static_cast<std::size_t>(count));
    close(ends[0]);
    int status = 0;
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT ? all : "";
}

inline bool contains(const std::string& text, const char* words) { return text.find(words) != std::string::npos; }

inline int result()
{
    if (failures == 0) std::printf("all as expected\n");
    return failures == 0 ? 0 : 1;
}

#endif
