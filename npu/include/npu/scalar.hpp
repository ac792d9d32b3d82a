// min and max of the scalar unit.

#ifndef PTOCONF_NPU_SCALAR_HPP
#define PTOCONF_NPU_SCALAR_HPP

template <typename T>
T min(T a, T b)
{
    return b < a ? b : a;
}

template <typename T>
T max(T a, T b)
{
    return a < b ? b : a;
}

#endif
