package arith

// Dp2F is a0·b0 + a1·b1, each operation rounded.
func Dp2F(a, b *[4]float32) float32 { return MadF(a[1], b[1], MulF(a[0], b[0])) }

// Dp3F is (a0·b0 + a1·b1) + a2·b2, each operation rounded.
func Dp3F(a, b *[4]float32) float32 { return MadF(a[2], b[2], Dp2F(a, b)) }

// Dp4F is ((a0·b0 + a1·b1) + a2·b2) + a3·b3, each operation rounded.
func Dp4F(a, b *[4]float32) float32 { return MadF(a[3], b[3], Dp3F(a, b)) }

// DphF is ((a0·b0 + a1·b1) + a2·b2) + b3, each operation rounded.
func DphF(a, b *[4]float32) float32 { return AddF(Dp3F(a, b), b[3]) }

// Dp2HF is a0·b0 + a1·b1, each operation rounded.
func Dp2HF(a, b *[4]uint16) uint16 { return MadHF(a[1], b[1], MulHF(a[0], b[0])) }

// Dp3HF is (a0·b0 + a1·b1) + a2·b2, each operation rounded.
func Dp3HF(a, b *[4]uint16) uint16 { return MadHF(a[2], b[2], Dp2HF(a, b)) }

// Dp4HF is ((a0·b0 + a1·b1) + a2·b2) + a3·b3, each operation rounded.
func Dp4HF(a, b *[4]uint16) uint16 { return MadHF(a[3], b[3], Dp3HF(a, b)) }

// DphHF is ((a0·b0 + a1·b1) + a2·b2) + b3, each operation rounded.
func DphHF(a, b *[4]uint16) uint16 { return AddHF(Dp3HF(a, b), b[3]) }
