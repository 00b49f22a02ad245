"""Where the numbers of an array stand, for the helpers of compiled code."""

# mypy: disable-error-code="no-untyped-def,no-untyped-call,untyped-decorator"

from numba import types
from numba.extending import intrinsic


@intrinsic
def pointer(_, array):
    """Helpers are given pointers, not arrays: counting who holds an array would cost more than all
    else they do."""

    def where(context, builder, signature, arguments):
        kind = signature.args[0]
        return context.make_array(kind)(context, builder, arguments[0]).data

    return types.CPointer(array.dtype)(array), where
