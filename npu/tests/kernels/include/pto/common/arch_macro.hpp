// Nothing is chosen by generation here.
