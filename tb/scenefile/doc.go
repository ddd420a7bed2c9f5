// Package scenefile reads scenes: built-in ones by their names, files by their paths. YAML scenes (tb/scene/FORMAT.md), which may hold
// several contexts, are read here; models by tb/scene/gltf and tb/scene/obj. Every error names the file, and line and column where a
// text has them. Verbs and tests call Load; who writes scenes into vectors reads those inside them (Inline).
package scenefile
