// The program of search.c in Rust, without crates and with the same output:
//
//     rustc -O search.rs -L dist -l fsenv_castles_of_caleira -C link-arg=-Wl,-rpath,dist && ./search 1000 40

use std::ffi::CStr;
use std::os::raw::c_char;
use std::ptr::null;

const ABI: i64 = 1; // FSENV_ABI of the fsenv.h that these declarations are from
const ROLLOUTS: i64 = 24;
type Block = u128; // a state is aligned to 16 bytes

#[rustfmt::skip]
extern "C" {
    fn fsenv_abi() -> i64;
    fn fsenv_game() -> *const c_char;
    fn fsenv_state_size() -> i64;
    fn fsenv_num_actions() -> i64;
    fn fsenv_setup(state: *mut Block, size: i64, seed: i64, options: *const i64, n: i64) -> i64;
    fn fsenv_step(state: *mut Block, action: i64) -> i64;
    fn fsenv_to_act(state: *const Block) -> i64;
    fn fsenv_num_players(state: *const Block) -> i64;
    fn fsenv_legal(state: *const Block, ids: *mut i16, room: i64) -> i64;
    fn fsenv_returns(state: *const Block, returns: *mut f64, room: i64) -> i64;
    fn fsenv_resample(state: *mut Block, seat: i64, seed: i64) -> i64;
    fn fsenv_playout(state: *mut Block, seed: i64, most: i64, counts: *mut i64, room: i64) -> i64;
    fn fsenv_random_games(state: *mut Block, size: i64, seed: i64, games: i64, options: *const i64, n: i64,
                          counts: *mut i64, room: i64) -> i64;
}

fn check(result: i64) -> i64 {
    assert!(result >= 0, "fault {}", result);
    result
}

fn next_seed(state: &mut u64) -> i64 {
    *state = state.wrapping_add(0x9E3779B97F4A7C15); // splitmix64
    let z = (*state ^ *state >> 30).wrapping_mul(0xBF58476D1CE4E5B9);
    let z = (z ^ z >> 27).wrapping_mul(0x94D049BB133111EB);
    ((z ^ z >> 31) >> 1) as i64
}

fn legal(state: &[Block]) -> Vec<i16> {
    let mut ids = vec![0; unsafe { fsenv_num_actions() } as usize];
    let n = check(unsafe { fsenv_legal(state.as_ptr(), ids.as_mut_ptr(), ids.len() as i64) });
    ids.truncate(n as usize);
    ids
}

fn result(state: &[Block], seat: i64) -> f64 {
    let mut returns = [0.0; 16];
    check(unsafe { fsenv_returns(state.as_ptr(), returns.as_mut_ptr(), 16) });
    returns[seat as usize]
}

/// The legal action with the best mean result for the seat in rollouts, each from a redraw of all that the seat cannot know.
fn search(state: &[Block], seat: i64, ids: &[i16], random: &mut u64) -> i16 {
    let (mut best, mut most, mut counts) = (ids[0], std::f64::MIN, [0; 16]);
    for &id in ids {
        let mut sum = 0.0;
        for _ in 0..ROLLOUTS {
            let mut copy = state.to_vec();
            check(unsafe { fsenv_resample(copy.as_mut_ptr(), seat, next_seed(random)) });
            check(unsafe { fsenv_step(copy.as_mut_ptr(), id as i64) });
            check(unsafe { fsenv_playout(copy.as_mut_ptr(), next_seed(random), 1 << 20, counts.as_mut_ptr(), 16) });
            sum += result(&copy, seat);
        }
        if sum > most {
            best = id;
            most = sum;
        }
    }
    best
}

fn main() {
    assert_eq!(unsafe { fsenv_abi() }, ABI, "the library has another version of the interface");
    let number = |n: usize, default: i64| std::env::args().nth(n).map_or(default, |word| word.parse().unwrap());
    let (games, searched, size) = (number(1, 1000), number(2, 40), unsafe { fsenv_state_size() });
    let (mut state, mut counts, mut random, mut won) = (vec![0; size as usize / 16], [0; 16], 1, 0);
    check(unsafe { fsenv_random_games(state.as_mut_ptr(), size, 7, games, null(), 0, counts.as_mut_ptr(), 16) });
    let game = unsafe { CStr::from_ptr(fsenv_game()) }.to_str().unwrap();
    println!("{}: {} random games, {} decisions, {} choices", game, games, counts[0], counts[1]);
    for seed in 0..searched {
        check(unsafe { fsenv_setup(state.as_mut_ptr(), size, seed, null(), 0) });
        while check(1 + unsafe { fsenv_to_act(state.as_ptr()) }) > 0 {
            let (seat, ids) = (unsafe { fsenv_to_act(state.as_ptr()) }, legal(&state));
            let action = if seat == 0 && ids.len() > 1 {
                search(&state, seat, &ids, &mut random)
            } else {
                ids[next_seed(&mut random) as usize % ids.len()]
            };
            check(unsafe { fsenv_step(state.as_mut_ptr(), action as i64) });
        }
        won += (result(&state, 0) > 0.0) as i64;
    }
    let players = check(unsafe { fsenv_num_players(state.as_ptr()) });
    println!("search won {} of {} games in seat 0 of {}", won, searched, players);
}
