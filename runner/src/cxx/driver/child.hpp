// A child process for one case: time and memory limits, its last words, and how it ended.

#ifndef PTOCONF_CHILD_HPP
#define PTOCONF_CHILD_HPP

#include "files.hpp"
#include "operand.hpp"

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <ctime>
#include <string>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>
#include <vector>

namespace ptoconf {

// How a case ended.
struct Ending {
    enum Kind : std::uint32_t { completed = 0, signalled = 1, exited = 2, late = 3 };
    Kind kind = completed;
    int code = 0;         // signal or exit code
    bool faulted = false; // the next two are known
    bool wrote = false;
    const void* address = nullptr;
    std::string words; // the end of what it printed
};

// What a child leaves behind; in shared memory.
struct Note {
    volatile int completed, faulted, wrote;
    const void* volatile address;
};

inline Note* note = nullptr;

// Who started this program.
inline pid_t starter = 0;

// A thread of whoever started it has ended: the one that did it may end early, and means nothing. The process may have.
extern "C" inline void ptoconf_on_orphaned(int)
{
    if (getppid() != starter) _exit(97);
}

// Where instructions are emulated: takes the memory of an operand and a part of its valid region, says which instruction runs, and
// looks at what a case left behind.
extern "C" void ptoconf_take_operand(const void* start, std::size_t bytes) __attribute__((weak));
extern "C" void ptoconf_take_valid(const void* start, std::size_t bytes, bool is_result) __attribute__((weak));
extern "C" void ptoconf_say_what_runs() __attribute__((weak));
extern "C" void ptoconf_at_the_end() __attribute__((weak));

extern "C" inline void ptoconf_on_fault(int signal, siginfo_t* info, void* context)
{
    note->address = info->si_addr;
    note->faulted = info->si_code > 0; // else somebody sent it, and there is no address
    note->wrote = 0;
#if defined(__x86_64__)
    note->wrote = (static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_ERR] & 2) != 0;
#else
    (void)context;
#endif
    if (ptoconf_say_what_runs != nullptr) ptoconf_say_what_runs();
    // Once this returns. The instruction would fault again, but nobody sends a signal twice.
    ::signal(signal, SIG_DFL);
    raise(signal);
}

class Child {
public:
    Child(double seconds, std::uint64_t bytes) : bytes_(bytes), output_(memfd_create("output", MFD_CLOEXEC))
    {
        limit_.tv_sec = static_cast<time_t>(seconds);
        limit_.tv_nsec = static_cast<long>((seconds - static_cast<double>(limit_.tv_sec)) * 1e9);
        void* shared = mmap(nullptr, sizeof(Note), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (output_ < 0 || shared == MAP_FAILED) fail("cannot make the memory of the child");
        note = static_cast<Note*>(shared);
        end_with_starter();
        sigemptyset(&ended_);
        sigaddset(&ended_, SIGCHLD);
        sigprocmask(SIG_BLOCK, &ended_, &before_);
    }

    // Calls `before()` in the child before the case.
    template <typename Before>
    Ending run(Case run, const std::vector<Operand>& operands, Before before)
    {
        note->completed = note->faulted = 0;
        if (ftruncate(output_, 0) != 0 || lseek(output_, 0, SEEK_SET) != 0) fail("cannot empty the output");
        const pid_t parent = getpid();
        const pid_t child = fork();
        if (child < 0) fail("cannot fork");
        if (child == 0) inside(parent, run, operands, before);
        setpgid(child, child);
        Ending ending = wait_for(child);
        kill(-child, SIGKILL); // whatever it left running
        ending.words = last_words();
        return ending;
    }

private:
    static void end_with_starter()
    {
        starter = getppid();
        struct sigaction action {};
        action.sa_handler = ptoconf_on_orphaned;
        action.sa_flags = SA_RESTART;
        sigaction(SIGUSR1, &action, nullptr);
        prctl(PR_SET_PDEATHSIG, SIGUSR1);
    }

    template <typename Before>
    [[noreturn]] void inside(pid_t parent, Case run, const std::vector<Operand>& operands, Before before)
    {
        setpgid(0, 0);
        ::signal(SIGUSR1, SIG_DFL);
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent) _exit(98);
        dup2(output_, 1);
        dup2(output_, 2);
        limit(RLIMIT_CORE, 0);
        limit(RLIMIT_FSIZE, 16u << 20);
        limit(RLIMIT_AS, bytes_);
        sigprocmask(SIG_SETMASK, &before_, nullptr);
        catch_faults();
        before();
        run(operands.data());
        if (ptoconf_at_the_end != nullptr) ptoconf_at_the_end();
        note->completed = 1;
        _exit(0);
    }

    static void limit(int resource, std::uint64_t value)
    {
        const struct rlimit both { value, value };
        setrlimit(static_cast<__rlimit_resource>(resource), &both);
    }

    // On a stack of its own, so that a stack overflow is caught too.
    static void catch_faults()
    {
        static unsigned char stack[1 << 16];
        stack_t other{};
        other.ss_sp = stack;
        other.ss_size = sizeof stack;
        sigaltstack(&other, nullptr);
        struct sigaction action {};
        action.sa_sigaction = ptoconf_on_fault;
        action.sa_flags = SA_SIGINFO | SA_ONSTACK;
        sigaction(SIGSEGV, &action, nullptr);
        sigaction(SIGBUS, &action, nullptr);
    }

    Ending wait_for(pid_t child)
    {
        timespec now{}, until{};
        clock_gettime(CLOCK_MONOTONIC, &until);
        until.tv_sec += limit_.tv_sec;
        until.tv_nsec += limit_.tv_nsec;
        int status = 0;
        bool late = false;
        while (waitpid(child, &status, WNOHANG) != child) {
            clock_gettime(CLOCK_MONOTONIC, &now);
            const std::int64_t left = (until.tv_sec - now.tv_sec) * 1000000000ll + until.tv_nsec - now.tv_nsec;
            if (left <= 0) {
                late = true;
                kill(child, SIGKILL);
                while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
                }
                break;
            }
            const timespec nap{static_cast<time_t>(left / 1000000000ll), static_cast<long>(left % 1000000000ll)};
            sigtimedwait(&ended_, nullptr, &nap);
        }
        return describe(status, late);
    }

    static Ending describe(int status, bool late)
    {
        Ending ending;
        if (WIFSIGNALED(status)) {
            ending.kind = late ? Ending::late : Ending::signalled;
            ending.code = WTERMSIG(status);
        } else if (note->completed == 0) {
            ending.kind = Ending::exited;
            ending.code = WEXITSTATUS(status);
        }
        ending.faulted = ending.kind == Ending::signalled && note->faulted != 0;
        ending.wrote = note->wrote != 0;
        ending.address = note->address;
        return ending;
    }

    std::string last_words() const
    {
        char words[4096];
        const off_t size = lseek(output_, 0, SEEK_END);
        const off_t from = size > static_cast<off_t>(sizeof words) ? size - static_cast<off_t>(sizeof words) : 0;
        const ssize_t count = pread(output_, words, sizeof words, from);
        return count > 0 ? std::string(words, static_cast<std::size_t>(count)) : std::string();
    }

    std::uint64_t bytes_;
    int output_;
    timespec limit_{};
    sigset_t ended_{}, before_{};
};

} // namespace ptoconf

#endif
