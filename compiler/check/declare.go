package check

import "tilemark/compiler/syntax"

// extensions are those of `enable` (section Enable Extensions, and those that implementations add). f16 is the only one that this machine has.
var extensions = map[string]bool{"f16": true, "clip_distances": false, "dual_source_blending": false, "subgroups": false, "primitive_index": false,
	"subgroup_size_control": false, "draw_index": false, "atomic_vec2u_min_max": false,
	"wgpu_ray_query": false, "wgpu_mesh_shader": false, "wgpu_ray_query_vertex_return": false}

// features are those of `requires` (section Language Extensions).
var features = map[string]bool{"readonly_and_readwrite_storage_textures": true, "packed_4x8_integer_dot_product": true, "unrestricted_pointer_parameters": true,
	"pointer_composite_access": true, "uniform_buffer_standard_layout": true, "subgroup_id": false, "subgroup_uniformity": false, "texture_and_sampler_let": true,
	"texture_formats_tier1": true,
	"linear_indexing":       false, "texel_buffers": false, "immediate_address_space": false, "fragment_depth": false, "swizzle_assignment": false, "buffer_view": false, "filtering_parameters": false}

// directives checks the beginning of a shader (section Directives).
func (c *checker) directives(m *syntax.Module) {
	c.enabled = map[string]bool{}
	for _, e := range m.Enables {
		has, known := extensions[e.Text]
		switch {
		case has:
			c.enabled[e.Text] = true
		case known || foreign(e.Text):
			c.fail(e.Place, unsupported+"extension %s", e.Text)
		default:
			c.fail(e.Place, "%q is no extension, expected f16", e.Text)
		}
	}
	for _, r := range m.Requires {
		has, known := features[r.Text]
		switch {
		case known && !has || foreign(r.Text):
			c.fail(r.Place, unsupported+"language feature %s", r.Text)
		case !known:
			c.fail(r.Place, "%q is no language feature", r.Text)
		}
		c.relaxed = c.relaxed || r.Text == "uniform_buffer_standard_layout"
	}
	c.filters = append(c.filters, c.filtersOf(m.Diagnostics))
}

// foreign is whether a name is of an extension of one implementation.
func foreign(name string) bool {
	for _, prefix := range []string{"chromium_", "wgpu_", "naga_"} {
		if len(name) > len(prefix) && name[:len(prefix)] == prefix {
			return true
		}
	}
	return false
}

// filters are severities by the name of a rule.
type filters map[string]string

// filtersOf checks the filters of a module, a function or a statement (section Diagnostic Filtering).
func (c *checker) filtersOf(ds []*syntax.Diagnostic) filters {
	out := filters{}
	for _, d := range ds {
		switch d.Severity {
		case "error", "warning", "info", "off":
		default:
			c.fail(d.Place, "%q is no severity, expected error, warning, info or off", d.Severity)
		}
		if had, is := out[d.Rule]; is && had != d.Severity {
			c.fail(d.Place, "diagnostic %s has severity %s already", d.Rule, had)
		}
		out[d.Rule] = d.Severity
	}
	return out
}

// filtered puts filters on what follows, until the function that it gives is called.
func (c *checker) filtered(ds []*syntax.Diagnostic) (end func()) {
	n := len(c.filters)
	c.filters = append(c.filters, c.filtersOf(ds))
	return func() { c.filters = c.filters[:n] }
}

// severity is that of a diagnostic in the innermost filter that names it; error without one.
func (c *checker) severity(rule string) string {
	for i := len(c.filters) - 1; i >= 0; i-- {
		if s, is := c.filters[i][rule]; is {
			return s
		}
	}
	return "error"
}

// declareAll gives all declarations of module scope their names.
func (c *checker) declareAll(m *syntax.Module) {
	c.open()
	c.module = c.scope
	for _, d := range m.Decls {
		if o := objectOf(d); o != nil {
			c.declare(o)
			c.objects = append(c.objects, o)
		}
	}
}

// objectOf is the object of a declaration; nil of an assertion.
func objectOf(d syntax.Decl) *object {
	switch d := d.(type) {
	case *syntax.Function:
		o := &object{kind: aFunction, ident: d.Ident, decl: d}
		o.fn = &function{object: o, decl: d}
		return o
	case *syntax.Struct:
		return &object{kind: aType, ident: d.Ident, decl: d}
	case *syntax.Alias:
		return &object{kind: aType, ident: d.Ident, decl: d}
	case *syntax.Var:
		return &object{kind: aVar, ident: d.Ident, decl: d}
	case *syntax.Value:
		return &object{kind: map[string]kind{"const": aConst, "let": aLet, "override": anOverride}[d.Kind], ident: d.Ident, decl: d}
	}
	return nil
}
