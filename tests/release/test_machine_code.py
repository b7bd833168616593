"""The module that libraries are emitted from contains nothing that the first emission made untrue."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest

from fs_env.core.machine.compile.jit import compiled

SOURCE = """
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare void @use(ptr)
define void @program() {
  %first = alloca [80 x i8], align 8
  %second = alloca ptr, align 8
  call void @llvm.lifetime.start.p0(ptr %first)
  call void @llvm.lifetime.start.p0(ptr %second)
  store i64 1, ptr %second, !noalias !0
  call void @use(ptr %second)
  call void @llvm.lifetime.end.p0(ptr %second)
  call void @use(ptr %first)
  call void @llvm.lifetime.end.p0(ptr %first)
  ret void
}
!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
"""


@pytest.mark.skipif(not compiled(), reason="nothing is compiled under NUMBA_DISABLE_JIT")
def test_module_of__has_no_lifetimes_of_variables_that_share_memory():
    """LLVM gives two variables one memory when it emits a module, and uses the first then after its stated end; mutation: no `OUTDATED`."""
    import llvmlite.binding as llvm
    from numba.core.registry import cpu_target

    from release.library import module_of, position_independent

    codegen = cpu_target.target_context.codegen()
    module = llvm.parse_assembly(SOURCE)
    module.triple = llvm.get_process_triple()
    position_independent(codegen).emit_object(module)
    emitted = [re.sub(r"\(.*", "", line).strip() for line in str(module).splitlines() if "%first" in line]
    end, use = "call void @llvm.lifetime.end.p0", "call void @use"
    assert "store i64 1, ptr %first" in str(module) and emitted[-4:] == [use, end, use, end]
    again = str(module_of(SimpleNamespace(bitcode=module.as_bitcode(), codegen=codegen), "program", "renamed"))
    assert again.count(use) == 2 and "store i64 1" in again
    assert "call void @llvm.lifetime" not in again and "!noalias" not in again
