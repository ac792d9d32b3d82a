// The tile class, and what the intrinsics ask of their tiles.

#ifndef STAND_IN_TILE_HPP
#define STAND_IN_TILE_HPP

#include <cassert>
#include <cstddef>

namespace pto {

enum class TileType { Vec, Mat, Left, Right, Acc, Bias, Scaling };
enum class BLayout { RowMajor, ColMajor };
enum class SLayout { NoneBox, RowMajor, ColMajor };
enum class PadValue { Null, Zero, Max, Min };

#ifndef STAND_IN_UNIFIED_BUFFER
#define STAND_IN_UNIFIED_BUFFER (512 * 1024)
#endif

constexpr std::size_t unified_buffer = STAND_IN_UNIFIED_BUFFER;

template <TileType Loc_, typename Element, int Rows_, int Cols_, BLayout Order = BLayout::RowMajor, int RowValid = Rows_,
    int ColValid = Cols_, SLayout Boxes = SLayout::NoneBox, int Fractal = 512, PadValue Pad = PadValue::Null>
class Tile {
    static constexpr int line = (Order == BLayout::RowMajor ? Cols_ : Rows_) * static_cast<int>(sizeof(Element));
    static_assert(Rows_ > 0 && Cols_ > 0, "a tile has rows and columns");
    static_assert(RowValid <= Rows_ && ColValid <= Cols_, "the valid region lies within the tile");
    static_assert(RowValid != 0 && ColValid != 0, "a static valid extent is not 0");
    static_assert(Fractal == 512 || Fractal == 1024 || Fractal == 32, "the fractal size is 512, 1024 or 32");
    static_assert(Boxes == SLayout::NoneBox || Loc_ != TileType::Vec, "a Vec tile has no boxes");
#ifndef STAND_IN_FAULT_LINES
    static_assert(Boxes != SLayout::NoneBox || line % 32 == 0, "a line is a multiple of 32 bytes");
#endif
    static_assert(Fractal != 1024 || (Cols_ % 16 == 0 && (Rows_ % 16 == 0 || Rows_ == 1 || Loc_ == TileType::Vec)), "boxes divide the tile");
    static_assert(Fractal != 32 || Cols_ % (Boxes == SLayout::RowMajor ? 2 : 16) == 0, "boxes divide the tile");

public:
    using DType = Element;
    static constexpr TileType Loc = Loc_;
    static constexpr int Rows = Rows_;
    static constexpr int Cols = Cols_;
    static constexpr bool isRowMajor = Order == BLayout::RowMajor;
    static constexpr bool is_nd = isRowMajor && Boxes == SLayout::NoneBox;
    static constexpr std::size_t bytes = sizeof(Element) * Rows_ * Cols_;

    Tile() {}

    explicit Tile(unsigned extent) : rows_(extent), cols_(extent)
    {
        static_assert((RowValid == -1) != (ColValid == -1), "one valid extent is dynamic");
        assert(extent <= unsigned(RowValid == -1 ? Rows : Cols) && "the valid region lies within the tile");
    }

    Tile(unsigned rows, unsigned cols) : rows_(rows), cols_(cols)
    {
        static_assert(RowValid == -1 && ColValid == -1, "both valid extents are dynamic");
        assert(rows <= unsigned(Rows) && cols <= unsigned(Cols) && "the valid region lies within the tile");
    }

    unsigned GetValidRow() const { return RowValid == -1 ? rows_ : unsigned(RowValid); }
    unsigned GetValidCol() const { return ColValid == -1 ? cols_ : unsigned(ColValid); }
#ifdef STAND_IN_OWN_STORAGE
    Element* data() { return data_; }
#else
    Element*& data() { return data_; }
#endif

    Element& at(unsigned row, unsigned col) { return data_[isRowMajor ? std::size_t(row) * Cols + col : std::size_t(col) * Rows + row]; }

    bool is_empty() const { return GetValidRow() == 0 || GetValidCol() == 0; }

private:
    unsigned rows_ = 0, cols_ = 0;
#ifdef STAND_IN_OWN_STORAGE
    Element* data_ = new Element[bytes / sizeof(Element)];
#else
    Element* data_ = nullptr;
#endif
};

// What waiting for nothing returns.
struct RecordEvent {};

template <std::size_t Address, typename T>
void TASSIGN(T&)
{
    static_assert(Address % 32 == 0, "an address is a multiple of 32");
    static_assert(Address + T::bytes <= unified_buffer, "the tile ends within the Unified Buffer");
}

template <typename... Tiles>
constexpr bool fit_memory = (((Tiles::bytes + 31) / 32 * 32) + ...) <= unified_buffer;

template <typename... Tiles>
constexpr bool are_nd = (Tiles::is_nd && ...);

template <typename... Tiles>
constexpr bool are_vec = ((Tiles::Loc == TileType::Vec) && ...);

} // namespace pto

#include "faults.hpp"

#endif
