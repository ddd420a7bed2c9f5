package llir

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// sample has each kind of construct.
const sample = `kernel main compute cta=64,1,1 shared=16 private=3 samplers=1 attributes=0 flat=0x0
binding 0 buffer read=true write=true r
  %1:u32 = input.u32 0x8
  %2:u32 = const.u32 0x0
  %3:f32 = const.f32 0x3f800000
  %4:f32, %5:u32 = loop (%3, %2) params (%6:f32, %7:u32) {
    %8:bool = cmp.lt.u32 (%7, %1)
    if (%8) {
      yield
    } else {
      break 0 (%6, %7)
    }
    %9:f32 = block {
      %10:f32, %11:f32 = load.f32 [b0 s0 +16 *2 0 add @0 0,0,0] (%7)
      %12:bool = cmp.un.f32 (%10, %11)
      if (%12) {
        break 0 (%10)
      } else {
        yield
      }
      yield (%11)
    }
    %13:u32 = add.u32 (%7, %1)
    repeatif (%8, %9, %13) exit (%9, %13)
  }
  store.f32 [b0 s0 +0 *1 0 add @0 0,0,0] (%5, %4) nos offset=fog.parameters
  end
`

func TestTextIsReadBack(t *testing.T) {
	k, err := Parse(sample)
	require.NoError(t, err)
	require.Equal(t, sample, k.String())
}

func TestMistakesOfText(t *testing.T) {
	for _, c := range []struct{ old, instead, want string }{
		{"cmp.lt", "cmp.xx", `7: "xx", expected one of`},
		{"%1:u32 =", "%0:u32 =", `3: "%0", expected a value`},
		{"add.u32 (%7, %1)", "sum.u32 (%7, %1)", `23: no operation "sum"`},
		{"break 0 (%6, %7)", "break 1 (%6, %7)", "leaves 2 constructs"},
		{"yield (%11)", "yield (%12)", "value 0 has type bool, expected f32"},
		{"yield (%11)", "yield", "0 values, expected 1"},
		{"add.u32 (%7, %1)", "add.u32 (%7, %3)", "operand 1 has type f32, expected u32"},
		{"(%5, %4)", "(%5, %9)", "%9 is used, but not made before"},
		{"%13:u32 = add", "%7:u32 = add", "made twice"},
		{"  end\n", "", "it ends a region and does not stand at its end"},
	} {
		_, err := Parse(strings.Replace(sample, c.old, c.instead, 1))
		require.ErrorContains(t, err, c.want)
	}
}

// FuzzParse: the text of low-level IR: an error, or a kernel whose text is read back as the same.
func FuzzParse(f *testing.F) {
	f.Add(sample)
	f.Fuzz(func(t *testing.T, text string) {
		k, err := Parse(text)
		if err != nil {
			return
		}
		again, err := Parse(k.String())
		require.NoError(t, err)
		require.Equal(t, k.String(), again.String())
	})
}
