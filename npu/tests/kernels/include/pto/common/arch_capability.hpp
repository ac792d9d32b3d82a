// Nothing is chosen by capability here.
