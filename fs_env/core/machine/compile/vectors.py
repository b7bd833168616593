"""Vector instructions that numba has no name for: they list those of sixteen numbers that are not usual.

A number is listed where `number - low` is below its count, as unsigned 16 bits: its column is further by this difference, and its value 1.
With the count AMOUNT it has one column, and its value is its size.
"""

from __future__ import annotations

from typing import Any

from .backend import COMPILES, cgutils, intrinsic, types

LANES = 16
AMOUNT = 0xFFFF
SMALL = 2 * LANES  # numbers below it, without their signs, have sizes in two registers

if COMPILES:

    def lanes(width: int) -> Any:
        """The type of sixteen whole numbers of so many bits; 0: of sixteen float32."""
        ir = cgutils.ir  # of llvmlite, which numba uses
        return ir.VectorType(ir.IntType(width) if width else ir.FloatType(), LANES)

    def all_of(kind: Any, number: float) -> Any:
        return cgutils.ir.Constant(kind, [number] * LANES)

    def load(builder: Any, array: Any, at: Any, kind: Any) -> Any:
        return builder.load(builder.bitcast(builder.gep(array, [at]), kind.as_pointer()), align=2)

    def call(builder: Any, name: str, result: Any, *given: Any) -> Any:
        kind = cgutils.ir.FunctionType(result, [one.type for one in given])
        return builder.call(cgutils.get_or_insert_function(builder.module, kind, name), given)

    def bits_of(builder: Any, chosen: Any) -> Any:
        return builder.zext(builder.bitcast(chosen, cgutils.ir.IntType(LANES)), cgutils.ir.IntType(64))

    def data_of(context: Any, builder: Any, signature: Any, arguments: Any) -> list[Any]:
        return [
            context.make_array(kind)(context, builder, value).data if isinstance(kind, types.Array) else value
            for kind, value in zip(signature.args, arguments, strict=True)
        ]

    @intrinsic
    def find_listed(typing_context, seen, at, lows, counts, of):
        def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            seen, at, lows, counts, of = data_of(context, builder, signature, arguments)
            above = builder.sub(load(builder, seen, at, lanes(16)), load(builder, lows, of, lanes(16)))
            return bits_of(builder, builder.icmp_unsigned("<", above, load(builder, counts, of, lanes(16))))

        return types.int64(seen, types.int64, lows, counts, types.int64), codegen

    @intrinsic
    def count_bits(typing_context, bits):
        def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return call(builder, "llvm.ctpop.i64", arguments[0].type, arguments[0])

        return types.int64(types.int64), codegen

    def compress(builder: Any, vector: Any, bits: Any, array: Any, at: Any) -> None:
        ir = cgutils.ir
        chosen = builder.bitcast(builder.trunc(bits, ir.IntType(LANES)), ir.VectorType(ir.IntType(1), LANES))
        name = "llvm.experimental.vector.compress.v16" + ("f32" if vector.type == lanes(0) else "i32")
        front = call(builder, name, vector.type, vector, chosen, ir.Constant(vector.type, ir.Undefined))
        builder.store(front, builder.bitcast(builder.gep(array, [at]), vector.type.as_pointer()), align=4)

    def are_sized(builder: Any, counts: Any, of: Any) -> Any:
        return builder.icmp_unsigned("==", load(builder, counts, of, lanes(16)), all_of(lanes(16), AMOUNT))

    @intrinsic
    def list_amounts(typing_context, seen, at, counts, of, sizes, amounts, n, bits):
        """Lists the values of the numbers of these bits; returns the bits of those still missing, -1 without AVX-512: all are."""

        def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            ir = cgutils.ir
            if "+avx512f" not in context.codegen()._tm_features:
                return ir.IntType(64)(-1)
            seen, at, counts, of, sizes, amounts, n, bits = data_of(context, builder, signature, arguments)
            numbers, sized = builder.sext(load(builder, seen, at, lanes(16)), lanes(32)), are_sized(builder, counts, of)
            negative = builder.icmp_signed("<", numbers, all_of(lanes(32), 0))
            place = builder.select(negative, builder.neg(numbers), numbers)
            low, high = (load(builder, sizes, ir.IntType(32)(k), lanes(0)) for k in (0, LANES))
            size = call(builder, "llvm.x86.avx512.vpermi2var.ps.512", lanes(0), low, place, high)
            size = builder.select(negative, builder.fneg(size), size)
            compress(builder, builder.select(sized, size, all_of(lanes(0), 1.0)), bits, amounts, n)
            large = builder.icmp_unsigned(">=", place, all_of(lanes(32), SMALL))
            return builder.and_(bits, bits_of(builder, builder.and_(sized, large)))

        long = types.int64
        return long(seen, long, counts, long, sizes, amounts, long, long), codegen

    @intrinsic
    def list_columns(typing_context, seen, at, lows, counts, columns, of, indices, n, bits):
        """Lists the columns of the numbers of these bits; nothing without AVX-512."""

        def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            if "+avx512f" not in context.codegen()._tm_features:
                return context.get_dummy_value()
            seen, at, lows, counts, columns, of, indices, n, bits = data_of(context, builder, signature, arguments)
            above = builder.sub(load(builder, seen, at, lanes(16)), load(builder, lows, of, lanes(16)))
            above = builder.select(are_sized(builder, counts, of), all_of(lanes(16), 0), above)
            column = builder.add(load(builder, columns, of, lanes(32)), builder.zext(above, lanes(32)))
            compress(builder, column, bits, indices, n)
            return context.get_dummy_value()

        long = types.int64
        return types.none(seen, long, lows, counts, columns, long, indices, long, long), codegen

else:

    def find_listed(seen: Any, at: int, lows: Any, counts: Any, of: int) -> int:
        pairs = zip(seen[at : at + LANES].tolist(), lows[of:].tolist(), counts[of:].tolist())
        return sum(1 << lane for lane, (one, low, count) in enumerate(pairs) if (one - low) & AMOUNT < count & AMOUNT)

    def count_bits(bits: int) -> int:
        return bits.bit_count()

    def list_amounts(*arguments: Any) -> int:
        return -1

    def list_columns(*arguments: Any) -> None:
        return
