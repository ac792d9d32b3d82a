// TROWARGMAX, TROWARGMIN, TCOLARGMAX and TCOLARGMIN: the first element, and each further one where it is better.

#ifndef STAND_IN_PLACES_HPP
#define STAND_IN_PLACES_HPP

namespace pto {

template <typename Index, typename Src, typename Tmp>
void check_places()
{
    using T = typename Src::DType;
    static_assert(!std::is_same_v<T, bfloat16_t>, "places: element type");
    static_assert(is_one_of<typename Index::DType, std::int32_t, std::uint32_t>, "places: type of places");
    static_assert(are_vec<Index, Src>, "places: Vec tiles");
    static_assert(fit_memory<Index, Src, Tmp>, "places: the tiles fit the Unified Buffer");
}

template <typename Value, typename Src>
void check_values()
{
    static_assert(all_same<typename Value::DType, typename Src::DType>, "places: one element type");
    static_assert(are_vec<Value>, "places: Vec tiles");
}

template <typename Output>
constexpr bool is_column_or_nd = Output::is_nd || (!Output::isRowMajor && Output::Cols == 1);

// The place of the best of `count` elements; `better(a, b)` says whether b takes the place of a.
template <typename At, typename Better>
unsigned place_of(unsigned count, At at, Better better)
{
    unsigned best = 0;
    for (unsigned i = 1; i < count; ++i) {
        if (better(at(best), at(i))) best = i;
    }
    return best;
}

// Calls `write(row, place)` for every row.
template <typename Index, typename Src, typename Better, typename Write>
void places_of_rows(Index& index, Src& src, Better better, Write write)
{
    static_assert(is_one_of<typename Src::DType, half, float>, "row places: element type");
    static_assert(Src::is_nd, "row places: src in ND layout");
    static_assert(is_column_or_nd<Index>, "row places: outputs in ND layout or a column");
    assert(!src.is_empty() && "row places: src has elements");
    assert(src.GetValidRow() == index.GetValidRow() && "row places: as many valid rows");
    for (unsigned i = 0; i < src.GetValidRow(); ++i) {
        write(i, place_of(src.GetValidCol(), [&](unsigned j) { return src.at(i, j); }, better));
    }
}

// Calls `write(column, place)` for every column.
template <typename Index, typename Src, typename Better, typename Write>
void places_of_columns(Index& index, Src& src, Better better, Write write)
{
    static_assert(Index::is_nd, "column places: outputs in ND layout");
    assert(!src.is_empty() && "column places: src has elements");
    assert(index.GetValidRow() == 1 && "column places: one valid row");
    assert(src.GetValidCol() == index.GetValidCol() && "column places: as many valid columns");
    for (unsigned j = 0; j < src.GetValidCol(); ++j) {
        write(j, place_of(src.GetValidRow(), [&](unsigned i) { return src.at(i, j); }, better));
    }
}

template <typename Index, typename Src, typename Tmp, typename Better>
void row_places(Index& index, Src& src, Tmp&, Better better)
{
    check_places<Index, Src, Tmp>();
    places_of_rows(index, src, better, [&](unsigned i, unsigned place) { index.at(i, 0) = place; });
    spoil(index, src);
}

template <typename Value, typename Index, typename Src, typename Tmp, typename Better>
void row_places(Value& value, Index& index, Src& src, Tmp&, Better better)
{
    check_places<Index, Src, Tmp>();
    check_values<Value, Src>();
    static_assert(is_column_or_nd<Value>, "row places: outputs in ND layout or a column");
    static_assert(fit_memory<Value, Index, Src, Tmp>, "places: the tiles fit the Unified Buffer");
    assert(src.GetValidRow() == value.GetValidRow() && "row places: as many valid rows");
    places_of_rows(index, src, better, [&](unsigned i, unsigned place) {
        index.at(i, 0) = place;
        value.at(i, 0) = src.at(i, place);
    });
    spoil(value, src);
}

template <typename Index, typename Src, typename Tmp, typename Better>
void column_places(Index& index, Src& src, Tmp&, Better better)
{
    check_places<Index, Src, Tmp>();
    places_of_columns(index, src, better, [&](unsigned j, unsigned place) { index.at(0, j) = place; });
    spoil(index, src);
}

template <typename Value, typename Index, typename Src, typename Tmp, typename Better>
void column_places(Value& value, Index& index, Src& src, Tmp&, Better better)
{
    check_places<Index, Src, Tmp>();
    check_values<Value, Src>();
    static_assert(Value::is_nd, "column places: outputs in ND layout");
    static_assert(fit_memory<Value, Index, Src, Tmp>, "places: the tiles fit the Unified Buffer");
    assert(value.GetValidRow() == 1 && src.GetValidCol() == value.GetValidCol() && "column places: one row as wide as src");
    places_of_columns(index, src, better, [&](unsigned j, unsigned place) {
        index.at(0, j) = place;
        value.at(0, j) = src.at(place, j);
    });
    spoil(value, src);
}

template <typename... Tiles>
RecordEvent TROWARGMAX(Tiles&... tiles)
{
    row_places(tiles..., [](auto a, auto b) { return b > a; });
    return {};
}

template <typename... Tiles>
RecordEvent TROWARGMIN(Tiles&... tiles)
{
    row_places(tiles..., [](auto a, auto b) { return b < a; });
    return {};
}

template <typename... Tiles>
RecordEvent TCOLARGMAX(Tiles&... tiles)
{
    column_places(tiles..., [](auto a, auto b) { return b > a; });
    return {};
}

template <typename... Tiles>
RecordEvent TCOLARGMIN(Tiles&... tiles)
{
    column_places(tiles..., [](auto a, auto b) { return b < a; });
    return {};
}

} // namespace pto

#endif
