# The part of the privacy page about being erased.
privacy-erasure = Be erased
