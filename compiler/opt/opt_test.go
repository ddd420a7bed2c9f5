package opt

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/compiler/llir"
)

const header = "kernel k compute cta=8,1,1 shared=0 private=0 samplers=0 attributes=0 flat=0x0\nbinding 0 buffer read=true write=true r\n"

// passed runs a pass over the text of a kernel and wants what it leaves.
func passed(t *testing.T, pass func(*llir.Kernel) bool, before, after string) {
	t.Helper()
	k, err := llir.Parse(header + before)
	require.NoError(t, err)
	require.Equal(t, before != after, pass(k))
	require.NoError(t, k.Verify())
	require.Equal(t, after, strings.TrimPrefix(k.String(), header))
}

func TestWhatALoopDoesNotChangeIsMerged(t *testing.T) {
	passed(t, mergeResults, `  %1:u32 = input.u32 0x8
  %2:u32 = const.u32 0x1
  %3:u32, %4:u32 = loop (%1, %2) params (%5:u32, %6:u32) {
    %7:u32 = add.u32 (%5, %6)
    %8:bool = cmp.lt.u32 (%7, %1)
    repeatif (%8, %7, %6) exit (%7, %6)
  }
  store.u32 [b0 s0 +4 *1 0 add @0 0,0,0] (%3, %4)
  end
`, `  %1:u32 = input.u32 0x8
  %2:u32 = const.u32 0x1
  %3:u32 = loop (%1) params (%5:u32) {
    %7:u32 = add.u32 (%5, %2)
    %8:bool = cmp.lt.u32 (%7, %1)
    repeatif (%8, %7) exit (%7)
  }
  store.u32 [b0 s0 +4 *1 0 add @0 0,0,0] (%3, %2)
  end
`)
}

func TestEqualValuesAreComputedOnce(t *testing.T) {
	passed(t, numberValues, `  %1:u32 = input.u32 0x8
  %2:u32 = input.u32 0x9
  %3:u32 = add.u32 (%1, %2)
  %4:u32 = add.u32 (%2, %1)
  %5:bool = cmp.lt.u32 (%3, %4)
  if (%5) {
    %6:u32 = mul.u32 (%1, %1)
    store.u32 [b0 s0 +4 *1 0 add @0 0,0,0] (%3, %6)
    yield
  } else {
    %7:u32 = mul.u32 (%1, %1)
    store.u32 [b0 s0 +8 *1 0 add @0 0,0,0] (%4, %7)
    yield
  }
  end
`, `  %1:u32 = input.u32 0x8
  %2:u32 = input.u32 0x9
  %3:u32 = add.u32 (%1, %2)
  %5:bool = cmp.lt.u32 (%3, %3)
  if (%5) {
    %6:u32 = mul.u32 (%1, %1)
    store.u32 [b0 s0 +4 *1 0 add @0 0,0,0] (%3, %6)
    yield
  } else {
    %7:u32 = mul.u32 (%1, %1)
    store.u32 [b0 s0 +8 *1 0 add @0 0,0,0] (%3, %7)
    yield
  }
  end
`)
}

// Two loads of one address are two loads: memory may have changed between.
func TestLoadsAreNotMerged(t *testing.T) {
	const text = `  %1:u32 = input.u32 0x8
  %2:u32 = load.u32 [b0 s0 +4 *1 0 add @0 0,0,0] (%1)
  %3:u32 = load.u32 [b0 s0 +4 *1 0 add @0 0,0,0] (%1)
  store.u32 [b0 s0 +8 *1 0 add @0 0,0,0] (%2, %3)
  end
`
	passed(t, numberValues, text, text)
}

func TestShortIfsBecomeSelects(t *testing.T) {
	passed(t, chooseResults, `  %1:u32 = input.u32 0x8
  %2:bool = cmp.lt.u32 (%1, %1)
  %3:u32 = if (%2) {
    %4:u32 = add.u32 (%1, %1)
    yield (%4)
  } else {
    yield (%1)
  }
  store.u32 [b0 s0 +4 *1 0 add @0 0,0,0] (%1, %3)
  end
`, `  %1:u32 = input.u32 0x8
  %2:bool = cmp.lt.u32 (%1, %1)
  %4:u32 = add.u32 (%1, %1)
  %3:u32 = select.u32 (%2, %4, %1)
  store.u32 [b0 s0 +4 *1 0 add @0 0,0,0] (%1, %3)
  end
`)
}

// What has an effect, or takes long, stays where it is executed only when it is needed.
func TestIfsThatStay(t *testing.T) {
	for _, inner := range []string{"%4:u32 = div.u32 (%1, %1)", "%4:u32 = load.u32 [b0 s0 +0 *1 0 add @0 0,0,0] (%1)"} {
		text := `  %1:u32 = input.u32 0x8
  %2:bool = cmp.lt.u32 (%1, %1)
  %3:u32 = if (%2) {
    ` + inner + `
    yield (%4)
  } else {
    yield (%1)
  }
  store.u32 [b0 s0 +4 *1 0 add @0 0,0,0] (%1, %3)
  end
`
		passed(t, chooseResults, text, text)
	}
}

func TestWhatNobodyUsesGoes(t *testing.T) {
	passed(t, removeDead, `  %1:u32 = input.u32 0x8
  %2:u32 = add.u32 (%1, %1)
  %3:u32 = load.u32 [b0 s0 +4 *1 0 add @0 0,0,0] (%2)
  %4:u32, %5:u32 = loop (%1, %1) params (%6:u32, %7:u32) {
    %8:u32 = add.u32 (%7, %1)
    %9:u32 = add.u32 (%6, %1)
    %10:bool = cmp.lt.u32 (%8, %1)
    repeatif (%10, %9, %8) exit (%9, %8)
  }
  %11:u32 = atomic.u32 [b0 s0 +0 *1 0 add @0 0,0,0] (%1, %5)
  end
`, `  %1:u32 = input.u32 0x8
  %5:u32 = loop (%1) params (%7:u32) {
    %8:u32 = add.u32 (%7, %1)
    %10:bool = cmp.lt.u32 (%8, %1)
    repeatif (%10, %8) exit (%8)
  }
  %11:u32 = atomic.u32 [b0 s0 +0 *1 0 add @0 0,0,0] (%1, %5)
  end
`)
}
