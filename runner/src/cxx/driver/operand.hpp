// What the driver and the cases share.

#ifndef PTOCONF_OPERAND_HPP
#define PTOCONF_OPERAND_HPP

#include <cstddef>
#include <initializer_list>

namespace ptoconf {

// The memory of one operand and its valid region.
struct Operand {
    void* at;
    std::size_t bytes;
    unsigned rows;
    unsigned cols;
};

// A part of an operand.
struct Part {
    std::size_t offset, bytes;
};

using Case = void (*)(const Operand*);

// A case under its number.
struct Entry {
    unsigned number;
    Case run;
};

// Makes the cases of a translation unit known to the driver.
struct Table {
    Table(std::initializer_list<Entry> entries);
};

} // namespace ptoconf

#endif
