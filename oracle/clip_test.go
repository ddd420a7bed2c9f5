package oracle

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The corners are (0, 0), (8, 0) and (0, 8) in pixels, the last one at twice the distance.
func TestTriangleTellsInsideFromOutside(t *testing.T) {
	corners := [3][4]float32{{-1, -1, 0.5, 1}, {1, -1, 0.5, 1}, {-2, 2, 1, 2}}
	tri, ok := NewTriangle(&corners, 8)
	require.True(t, ok)
	for py := range 8 {
		for px := range 8 {
			in, out := tri.At(px, py)
			require.Equal(t, px+py < 7, in, "%d,%d", px, py)
			require.Equal(t, px+py > 7, out, "%d,%d", px, py)
		}
	}
	corners[2] = [4]float32{-2, -2, 1, 2}
	_, ok = NewTriangle(&corners, 8)
	require.False(t, ok, "it has no area")
}

// The near plane crosses a triangle that goes behind the eye, the far plane one that is too far.
func TestTriangleEndsAtThePlanes(t *testing.T) {
	for name, corners := range map[string][3][4]float32{
		"near": {{-4, -4, 4, 4}, {4, -4, 4, 4}, {0, 4, -4, -3}}, "far": {{-1, -1, 2, 1}, {1, -1, 2, 1}, {0, 1, 0.5, 1}},
	} {
		tri, ok := NewTriangle(&corners, 8)
		require.True(t, ok, name)
		inside, outside := 0, 0
		for py := range 8 {
			for px := range 8 {
				in, out := tri.At(px, py)
				require.False(t, in && out)
				if in {
					inside++
				}
				if out {
					outside++
				}
			}
		}
		require.Positive(t, inside, name)
		require.Positive(t, outside, name)
	}
}

func TestCrossing(t *testing.T) {
	require.Equal(t, float32(0.25), Crossing(0, 1, 1, -3))
	require.Equal(t, float32(1)/3, Crossing(0, 1, 1, -2), "rounded once")
	require.Equal(t, float32(0.3), Crossing(0.3, 0.3, 1e7, -1))
}

// hw and golden share no arithmetic: only tests import this package.
func TestOnlyTestsImportThis(t *testing.T) {
	importers := 0
	require.NoError(t, filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		require.NoError(t, err)
		for _, i := range file.Imports {
			if i.Path.Value == `"tilemark/oracle"` {
				importers++
				require.True(t, strings.HasSuffix(path, "_test.go"), "%s imports tilemark/oracle", path)
			}
		}
		return nil
	}))
	require.Positive(t, importers)
}
