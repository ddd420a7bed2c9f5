package check

import "tilemark/compiler/types"

// aliases refuses pointers of a call through which the same memory is accessed twice and written once (section Alias Analysis). Functions that are called
// come first.
func (c *checker) aliases(all []*function) {
	for _, f := range all {
		for _, k := range f.calls {
			c.callAliases(f, k)
			f.inherit(k)
		}
	}
}

// inherit adds what a call reads and writes to what its caller does.
func (f *function) inherit(k call) {
	for _, way := range []struct{ from, to map[*object]bool }{{k.fn.read, f.read}, {k.fn.written, f.written}} {
		for o := range way.from {
			if o.kind == aVar && o.decl != nil {
				way.to[o] = true
			}
		}
		for i, p := range k.fn.params {
			if root := k.args[i].root; way.from[p] && root != nil {
				way.to[root] = true
			}
		}
	}
}

func (c *checker) callAliases(f *function, k call) {
	read, written := map[*object]bool{}, map[*object]bool{}
	for i, a := range k.args {
		p := k.fn.params[i]
		if a.typ == nil || a.typ.Kind != types.Pointer || a.root == nil {
			continue
		}
		root := a.root
		switch {
		case k.fn.written[p] && (read[root] || written[root]), k.fn.read[p] && written[root]:
			c.fail(a.at, "argument %d of %q points into the same variable as another one, which is written", i+1, k.expr.Func.Text)
		case k.fn.written[p] && (k.fn.read[root] || k.fn.written[root]) && root.decl != nil, k.fn.read[p] && k.fn.written[root] && root.decl != nil:
			c.fail(a.at, "argument %d of %q points into variable %q, which the function accesses by name too", i+1, k.expr.Func.Text, root.ident.Text)
		}
		read[root] = read[root] || k.fn.read[p]
		written[root] = written[root] || k.fn.written[p]
	}
}
