package html

import "tilemark/regmap/emit"

// written is what the directed vectors write to a register; vectors by their places in the list.
type written struct {
	Vectors []int    `json:"v"`
	Ones    uint32   `json:"p"`
	Zeros   uint32   `json:"z"`
	Enums   []string `json:"e,omitempty"`
}

// vectorData is a directed vector and what it shows.
type vectorData struct {
	Name   string `json:"n"`
	Covers string `json:"c"`
}

// tests finds which tests touch a register.
type tests struct{}

func newBuilder(m *emit.Map) *builder {
	return &builder{diagrams: diagrams{known: map[string]int{}}, layout: &m.Layout}
}

func (t *tests) vectors() []vectorData { return []vectorData{} }

func (t *tests) written(register string) *written { return nil }
