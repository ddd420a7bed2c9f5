package inventory

import (
	"flag"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"unsafe"

	"github.com/sarchlab/akita/v3/sim"
	"github.com/stretchr/testify/require"

	"tilemark/hw/blocks/gpc/l15"
	"tilemark/hw/blocks/gpc/lsu"
	"tilemark/hw/blocks/gpc/pm"
	"tilemark/hw/blocks/gpc/sampler"
	"tilemark/hw/blocks/gpc/sm"
	"tilemark/hw/blocks/mxu"
	"tilemark/hw/wires"
)

var update = flag.Bool("update", false, "write docs/inventory.md")

// defaults sets each parameter to its default.
func defaults[T any](t *testing.T) (cfg T) {
	v := reflect.ValueOf(&cfg).Elem()
	for i := range v.NumField() {
		text, ok := v.Type().Field(i).Tag.Lookup("default")
		switch {
		case !ok:
		case v.Field(i).Kind() == reflect.String:
			v.Field(i).SetString(text)
		default:
			n, err := strconv.Atoi(text)
			require.NoError(t, err)
			v.Field(i).SetInt(int64(n))
		}
	}
	return cfg
}

// blocks are a default cluster's, each in a domain of its own.
func blocks(t *testing.T) (list []wires.Block) {
	m, p, u := defaults[sm.Config](t), defaults[pm.Config](t), defaults[mxu.Config](t)
	p.SMs, p.Threads, p.Registers, p.Shared = 2, m.Threads, m.Registers, m.Shared
	l := defaults[lsu.Config](t)
	l.SMs, l.Threads = 2, m.Threads
	u.Clusters, u.Atomics, u.MemoryMiB = 2, mxu.MaxAtomics, 64
	list = []wires.Block{
		pm.New("PM", p), sm.New("SM", m), lsu.New("LSU", l), l15.New("L15", defaults[l15.Config](t)), sampler.New("TEX", defaults[sampler.Config](t)), mxu.New("MXU", u),
	}
	for _, b := range list {
		wires.NewDomain(1*sim.GHz, 1).Add(b)
	}
	return list
}

// Each field of a block's state, each array and all pages that it registers, and each other field have a row, and each row names such.
func TestTablesHaveAllState(t *testing.T) {
	list := blocks(t)
	require.Len(t, list, len(Blocks))
	for n, b := range list {
		require.Same(t, Blocks[n], Of(b), "%s", b.Name())
		_, err := Of(b).Pieces(b)
		require.NoError(t, err)
		_, err = Of(b).Fields(b)
		require.NoError(t, err)
	}
}

// Tables that miss something, or name what is not there, are refused.
func TestMissingAndUnknownRowsAreFound(t *testing.T) {
	for _, b := range blocks(t) {
		for i := range Of(b).Items {
			x := *Of(b)
			x.Items = append(append([]Item{}, x.Items[:i]...), x.Items[i+1:]...)
			if path := Of(b).Items[i].Path; !x.covers(path) {
				_, err := x.Pieces(b)
				require.ErrorContains(t, err, "row", "without %s", path)
			}
		}
		x := *Of(b)
		x.Items = append(append([]Item{}, x.Items...), Item{Path: "Nowhere"})
		_, err := x.Pieces(b)
		require.ErrorContains(t, err, "no state is called Nowhere")
		for i := range x.Outside {
			y := x
			y.Outside = append(append([]Outside{}, x.Outside[:i]...), x.Outside[i+1:]...)
			if !strings.Contains(x.Outside[i].Path, ".") {
				_, err := y.Fields(b)
				require.ErrorContains(t, err, "has no row", "without %s", x.Outside[i].Path)
			}
		}
		x.Outside = append(append([]Outside{}, x.Outside...), Outside{Path: "nowhere"})
		_, err = x.Fields(b)
		require.ErrorContains(t, err, "no field outside of the state is called nowhere")
	}
}

// covers tells whether a row stands for a path that it does not name.
func (x *Block) covers(path string) bool {
	for i := range x.Items {
		if strings.HasPrefix(path, x.Items[i].Path+".") {
			return true
		}
	}
	return false
}

func TestPageIsNotStale(t *testing.T) {
	const name = "../../docs/inventory.md"
	want, err := Page(blocks(t))
	require.NoError(t, err)
	if *update {
		require.NoError(t, os.WriteFile(name, []byte(want), 0o644))
	}
	got, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, want, string(got), "go test ./tb/inventory -run NotStale -update writes docs/inventory.md")
}

// Rows have all columns, and state that nobody saves and nothing resets is none on which results depend.
func TestRowsAreComplete(t *testing.T) {
	for _, x := range Blocks {
		for _, i := range x.Items {
			require.NotEmpty(t, i.What, i.Path)
			require.NotEmpty(t, i.Kind, i.Path)
			require.NotEmpty(t, i.Saved, i.Path)
			require.NotEmpty(t, i.Reset, i.Path)
			if !i.Reset.Rests() {
				require.Contains(t, []Saved{Stays, Bound, Free}, i.Saved, i.Path)
			}
		}
		for _, o := range x.Outside {
			require.NotEmpty(t, o.What, o.Path)
			require.NotEmpty(t, o.Use, o.Path)
		}
	}
}

// After reset all state is 0.
func TestResetLeavesZeros(t *testing.T) {
	for _, b := range blocks(t) {
		pieces, err := Of(b).Pieces(b)
		require.NoError(t, err)
		for i := range pieces {
			require.True(t, pieces[i].Resting(0), "%s of %s", pieces[i].Path, b.Name())
		}
	}
}

// A state in which one bit of a field is another one has another digest if the table says that the digest has it, and else the same one. Of pages all rows are in it.
func TestDigestsAreAsTheTablesSay(t *testing.T) {
	for _, b := range blocks(t) {
		d := b.(domained).Domain()
		pieces, err := Of(b).Pieces(b)
		require.NoError(t, err)
		for i := range pieces {
			p := &pieces[i]
			seen := func(what string, change, back func()) {
				was := d.Digest()
				change()
				require.Equal(t, p.Left == "", d.Digest() != was, "%s of %s, %s", p.Path, b.Name(), what)
				back()
				require.Equal(t, was, d.Digest())
			}
			if p.Pages != nil {
				for _, n := range []uint32{0, p.Pages.Rows() / 2, p.Pages.Rows() - 1} {
					for w := range uint32(wires.RowWords) {
						flip := func() { p.Pages.Poke(n)[w] ^= 1 << ((w + n) % 32) }
						seen("row", flip, flip)
					}
				}
			}
			for k, v := range p.Values {
				if k < 40 || k >= len(p.Values)-40 {
					eachLeaf(v, func(leaf reflect.Value, bit byte) {
						at := (*byte)(leaf.Addr().UnsafePointer())
						flip := func() { *at ^= bit }
						seen(leaf.Type().String(), flip, flip)
					})
				}
			}
		}
	}
}

// eachLeaf visits numbers: of an array of numbers the first and the last one, of a queue those of an entry that is in it.
func eachLeaf(v reflect.Value, visit func(leaf reflect.Value, bit byte)) {
	switch t := v.Type(); {
	case isQueue(t):
		n := (*uint32)(unsafe.Pointer(v.FieldByName("n").Addr().Pointer()))
		*n = 1
		eachLeaf(v.FieldByName("buf").Index(0), visit)
		*n = 0
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			eachLeaf(v.Field(i), visit)
		}
	case v.Kind() == reflect.Array:
		eachLeaf(v.Index(0), visit)
		if v.Len() > 1 {
			eachLeaf(v.Index(v.Len()-1), visit)
		}
	case v.Kind() == reflect.Bool:
		visit(v, 1)
	default:
		visit(v, 1)
		visit(v, 0x80)
	}
}
