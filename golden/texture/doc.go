// Package texture is the reference model of the sampler: it executes messages to textures, a lane after the other, over an image of memory and descriptors, with
// what the standard library has. It is written from docs/textures.md. Unit does a message at once; Message does it texel by texel, for who observes
// in which order lines of a texture cache come and go (Cache).
package texture
