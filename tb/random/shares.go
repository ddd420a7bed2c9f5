package random

import "tilemark/text/strictyaml"

var kShares = knob("shares", "What a context uses of one before it, whose scene it draws: models: vertices, indices and textures; surfaces: the colour and the depth surface, when that one has ended.", "nothing:6", "models", "surfaces")

// chosenScene is the scene of a context.
type chosenScene struct {
	scene   *strictyaml.Node
	wide    bool // its indices have 32 bits
	writes  bool // it may write its textures
	fails   bool // a kernel of it does not come to its end
	borrows bool // it is another context's
}

// sharing is what a context shares, and of which other one; of is -1 for nothing.
type sharing struct {
	what  string
	of    int
	scene chosenScene
}

// sceneOf chooses a context's scene: a new one, or that of a context before it.
func (g *generator) sceneOf(c *strictyaml.Node, i int) sharing {
	what := g.word(kShares)
	if i > 0 && what != "nothing" {
		if of := g.rng.IntN(i); !g.scenes[of].borrows {
			c.Set("scene", g.scenes[of].scene)
			return sharing{what: what, of: of, scene: g.scenes[of]}
		}
	}
	s := sharing{of: -1}
	if g.word(kSource) == "builtin" {
		c.Set("scene", one(g.dice, builtins...))
		s.scene.writes = true
		return s
	}
	g.fails = false
	c.Set("scene", g.scene())
	s.scene.writes, s.scene.fails = g.texturesWritten, g.fails
	return s
}

// shareModels has a context use the models of the one whose scene it draws, unless one of both
// writes textures: nothing says who is first.
func (g *generator) shareModels(c *strictyaml.Node, s sharing) {
	if s.of >= 0 && s.what == "models" && !s.scene.writes {
		c.Set("models_of", s.of)
	}
}

// shareSurfaces has a context draw into the surfaces of another one when that has ended. No
// third one does, as no fence would order them.
func (g *generator) shareSurfaces(c *strictyaml.Node, i int, s sharing) bool {
	if s.of < 0 || s.what != "surfaces" || g.silent[s.of] || g.few || g.lists && s.of%2 != i%2 || g.lent[s.of] {
		return false
	}
	g.lent[s.of] = true
	c.Set("waits_for", s.of)
	c.Set("surfaces_of", s.of)
	return true
}
