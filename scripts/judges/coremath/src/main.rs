//! `every FUNCTION FIRST FILE` compares a file of binary32 results of a function of consecutive arguments, the first with the bits FIRST,
//! with CORE-MATH, or with the processor where that is exact. It prints how many are equal, and the first that is not.
use std::{env, fs, process};

fn function(name: &str) -> Option<fn(f32) -> f32> {
    Some(match name {
        "exp2" => core_math::exp2f,
        "log2" => core_math::log2f,
        "sin" => core_math::sinf,
        "cos" => core_math::cosf,
        "rsqrt" => core_math::rsqrtf,
        "rcp" => |x| 1.0 / x,
        "sqrt" => f32::sqrt,
        "rndd" => f32::floor,
        "rndu" => f32::ceil,
        "rndz" => f32::trunc,
        "rnde" => f32::round_ties_even,
        "frc" => |x| x - x.floor(),
        _ => return None,
    })
}

fn bits(value: f32) -> u32 {
    if value.is_nan() { 0x7fc0_0000 } else { value.to_bits() }
}

fn main() {
    let given: Vec<String> = env::args().collect();
    let (of, first) = match (given.len(), given.get(1).and_then(|n| function(n)), given.get(2).and_then(|n| n.parse::<u32>().ok())) {
        (4, Some(of), Some(first)) => (of, first),
        _ => {
            eprintln!("every FUNCTION FIRST FILE was expected");
            process::exit(2)
        }
    };
    let results = fs::read(&given[3]).unwrap_or_else(|e| {
        eprintln!("{}: {e}", given[3]);
        process::exit(2)
    });
    let (mut equal, mut different) = (0, None);
    for (n, word) in results.chunks_exact(4).enumerate() {
        let argument = first.wrapping_add(n as u32);
        let (got, want) = (u32::from_le_bytes(word.try_into().unwrap()), bits(of(f32::from_bits(argument))));
        if got == want {
            equal += 1;
        } else if different.is_none() {
            different = Some((argument, got, want));
        }
    }
    println!("{equal}");
    if let Some((argument, got, want)) = different {
        println!("of {argument:#010x} it is {got:#010x}, expected {want:#010x}");
    }
}
