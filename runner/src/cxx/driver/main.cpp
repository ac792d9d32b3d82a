// Runs each case of a job file in a child process and writes what became of it.
//
//     cases JOBS RESULTS SECONDS MEBIBYTES CANARY
//
// Numbers in both files are little-endian, as on the machines that this runs on. A job is a tuple:
// its case function, its operands, and the initial content of the operands for each slot.

#include "operand.hpp"
#include "memory.hpp"
#include "child.hpp"
#include "files.hpp"

#ifdef PTOCONF_INSTRUCTIONS
#include "npu/watching.hpp"
#endif

#include <cstdio>
#include <cstdlib>
#include <map>
#include <vector>

namespace {

std::map<unsigned, ptoconf::Case>& cases()
{
    static std::map<unsigned, ptoconf::Case> all;
    return all;
}

constexpr std::uint32_t beginning = 0x6a6f6273;
constexpr std::uint32_t end = 0x646f6e65;

// What the operand is for; `shared` ones lie in the memory of another.
enum Role : std::uint32_t { in = 0, out = 1, scratch = 2 };

struct Layout {
    ptoconf::Region region;
    Role role;
    bool given;   // the job has its initial content
    bool watched; // an input that has to come back unchanged
    std::vector<ptoconf::Part> valid;
};

std::vector<ptoconf::Part> read_parts(ptoconf::Reader& jobs)
{
    std::vector<ptoconf::Part> parts(jobs.u32());
    for (ptoconf::Part& part : parts) {
        part.offset = jobs.u64();
        part.bytes = jobs.u64();
    }
    return parts;
}

std::vector<Layout> read_layout(ptoconf::Reader& jobs)
{
    std::vector<Layout> operands(jobs.u32());
    for (Layout& operand : operands) {
        operand.region.bytes = jobs.u64();
        operand.region.rows = jobs.u32();
        operand.region.cols = jobs.u32();
        operand.region.owner = jobs.u32();
        operand.role = static_cast<Role>(jobs.u32());
        operand.given = jobs.u32() != 0;
        operand.watched = jobs.u32() != 0;
        operand.valid = read_parts(jobs);
    }
    return operands;
}

// Fills the operands of a slot; returns the given contents, in order.
std::vector<const unsigned char*> fill(ptoconf::Memory& memory, std::vector<Layout>& operands, ptoconf::Reader& jobs)
{
    memory.fill_with_canary();
    std::vector<const unsigned char*> given;
    for (Layout& operand : operands) {
        const unsigned char* content = operand.given ? jobs.bytes(operand.region.bytes) : nullptr;
        if (content != nullptr) std::memcpy(operand.region.at, content, operand.region.bytes);
        given.push_back(content);
    }
    return given;
}

// One bit for each operand whose surroundings, or whose content although it is an input, changed.
std::uint64_t touched(ptoconf::Memory& memory, std::vector<Layout>& operands, const std::vector<const unsigned char*>& given)
{
    std::uint64_t mask = memory.touched();
    for (std::size_t i = 0; i < operands.size(); ++i) {
        const Layout& operand = operands[i];
        if (operand.watched && std::memcmp(operand.region.at, given[i], operand.region.bytes) != 0) mask |= 1ull << i;
    }
    return mask;
}

// Where instructions are emulated, they have to know the operands.
void tell(const std::vector<Layout>& operands)
{
    if (ptoconf::ptoconf_take_operand == nullptr || ptoconf::ptoconf_take_valid == nullptr) return;
    for (const Layout& operand : operands) ptoconf::ptoconf_take_operand(operand.region.at, operand.region.bytes);
    for (const Layout& operand : operands) {
        for (const ptoconf::Part& part : operand.valid) ptoconf::ptoconf_take_valid(operand.region.at + part.offset, part.bytes, operand.role == out);
    }
}

void run_slot(ptoconf::Case run, ptoconf::Memory& memory, std::vector<Layout>& operands, ptoconf::Reader& jobs, ptoconf::Writer& results,
    ptoconf::Child& child)
{
    const auto given = fill(memory, operands, jobs);
    std::vector<ptoconf::Operand> arguments;
    for (const Layout& o : operands) arguments.push_back({o.region.at, o.region.bytes, o.region.rows, o.region.cols});
    const ptoconf::Ending ending = child.run(run, arguments, [&operands] { tell(operands); });
    const ptoconf::Place fault = ending.faulted ? memory.place(ending.address) : ptoconf::Place{};
    results.u32(ending.kind);
    results.u32(static_cast<std::uint32_t>(ending.code));
    results.u32(ending.faulted ? 1u + (ending.wrote ? 1u : 0u) : 0u);
    results.u32(static_cast<std::uint32_t>(fault.operand));
    results.u64(static_cast<std::uint64_t>(fault.offset));
    results.u64(touched(memory, operands, given));
    results.text(ending.words);
    if (ending.kind != ptoconf::Ending::completed) return;
    for (const Layout& operand : operands) {
        if (operand.role == out) results.bytes(operand.region.at, operand.region.bytes);
    }
}

void run_job(ptoconf::Reader& jobs, ptoconf::Writer& results, ptoconf::Child& child, unsigned char canary)
{
    const auto found = cases().find(jobs.u32());
    if (found == cases().end()) ptoconf::fail("a case that this program does not have");
    const std::uint32_t slots = jobs.u32();
    std::vector<Layout> operands = read_layout(jobs);
    std::vector<ptoconf::Region*> regions;
    for (Layout& operand : operands) regions.push_back(&operand.region);
    ptoconf::Memory memory(regions, canary);
    for (std::uint32_t slot = 0; slot < slots; ++slot) run_slot(found->second, memory, operands, jobs, results, child);
}

} // namespace

ptoconf::Table::Table(std::initializer_list<Entry> entries)
{
    for (const Entry& entry : entries) cases()[entry.number] = entry.run;
}

int main(int count, char** arguments)
{
    if (count != 6) ptoconf::fail("expected JOBS RESULTS SECONDS MEBIBYTES CANARY");
    ptoconf::Reader jobs(arguments[1]);
    ptoconf::Writer results(arguments[2]);
    ptoconf::Child child(std::atof(arguments[3]), std::strtoull(arguments[4], nullptr, 10) << 20);
    if (jobs.u32() != beginning) ptoconf::fail("not a file of jobs");
    for (std::uint32_t left = jobs.u32(); left > 0; --left) {
        run_job(jobs, results, child, static_cast<unsigned char>(std::atoi(arguments[5])));
    }
    results.u32(end);
    results.finish();
    // Destructors of static objects of the headers are no part of any case.
    std::_Exit(0);
}
