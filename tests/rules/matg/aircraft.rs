//! The aircraft data of chapter 12.3 line by line: name, points, strafing AP and HE, each ordnance with AP,
//! HE and load, and the years.

use standto::rules::matg::catalog::{Nation, Ordnance, aircraft};

#[rustfmt::skip]
const PRINTED: [(Nation, &str); 8] = [
    (Nation::France, "
        Breguet Br.693 | 36 | 2 5 | 5 8 1 | 39-42
        Potez 63.11 | 27 | 0 1 | 4 6 1 | 38-42
    "),
    (Nation::Germany, "
        Focke-Wulf FW-190 A-8 | 25 | 4 6 |  | 41-45
        Focke-Wulf FW-190 D-9 | 38 | 4 6 | 5 8 1 | 
        Junkers Ju87 B-1 (Stuka) | 41 | 0 2 | 3 6 1; 4 6 1 | 39-42
        Junkers Ju87 D-1 (1) | 46 | 0 2 | 5 8 2 | 41-45
        Junkers Ju87 D-1 (2) | 33 | 3 5 | 3 6 1 | 41-45
        Junkers Ju87 G-1 | 26 | 5 6 |  | 43-45
        Henschel HS-129 B2 (1) | 45 | 3 6 | 2 6 2 | 42-45
        Henschel HS-129 B2 (2) | 24 | 4 5 |  | 42-45
        Henschel HS-129 B3 | 30 | 9 5 |  | 44-45
        Messerschmitt Bf 109 G-6 (1) | 32 | 2 5 | 3 6 1 | 42-45
        Messerschmitt Bf 109 G-6 (2) | 34 | 4 5 | 3 6 1 | 42-45
        Messerschmitt Bf 109 G-6 U4 | 33 | 3 5 | 3 6 1 | 42-45
        Messerschmitt Bf 110 C-1 | 22 | 3 6 |  | 37-45
        Messerschmitt ME410 | 46 | 3 5 | 3 6 2 | 43-45
    "),
    (Nation::Italy, "
        Fiat C.R. 42 (Falcon) | 42 | 1 2 | 2 5 1 | 39-45
        Macchi M.C. 200 (Thunderbolt) | 36 | 1 2 | 1 5 2 | 39-45
        Re.2002 | 45 | 1 4 | 5 8 1; 2 6 1 | 42-45
    "),
    (Nation::Japan, "
        Mitsubishi Ki 30 (Ann) | 38 | 0 2 | 2 6 2 | 38-41
        Mitsubishi Ki 51 (Sonia) | 27 | 0 2 | 2 6 1 | 39-45
        Kawasaki Ki 48 (Lily) | 36 | 0 1 | 7 14 1 | 40-45
        Kawasaki Ki 45 Kai-B (Nick) | 25 | 4 6 |  | 41-45
        Nakajima Ki 84 (Frank) | 47 | 3 6 | 3 6 2 | 43-45
        Aichi D3A (Val) | 27 | 0 2 | 3 6 1 | 40-45
        Mitsubishi A6M (Zero) | 42 | 3 6 | 1 5 2 | 40-45
        Kawanishi N1K-J Shiden (George) | 48 | 4 6 | 3 6 2 | 43-45
    "),
    (Nation::Poland, "
        PZL P.11 | 16 | 0 3 |  | 32-39
        PZL.23 Karas | 35 | 0 2 | 6 12 1 | 36-45
    "),
    (Nation::SovietUnion, "
        Polikarpov I-16 | 37 | 3 5 | 5 8 1 | 34-42
        Lavachkin La-5 FN | 31 | 3 5 | 1 5 2 | 42-45
        Yakovlev Yak-9T | 22 | 4 5 |  | 42-45
        Yakovlev Yak-9B | 41 | 2 4 | 2 6 2 | 44-45
        Ilyushin IL-2 M3 (1) | 46 | 3 5 | 3 6 2 | 41-45
        Ilyushin IL-2 M3 (2) | 43 | 3 6 | 5 2 2 | 43-45
        Ilyushin IL-2 M3 (3) | 44 | 5 6 | 1 5 2 | 43-45
        Polikarpov Po 2 | 34 | 0 1 | 1 5 2 | 29-45
        Petlyakov Pe-2 | 49 | 0 2 | 5 10 2 | 41-45
        P-39 Airacobra D1 | 22 | 2 5 |  | 42-43
        P-39 Airacobra N | 48 | 4 6 | 3 6 1 | 43-45
        A-20 Boston III/Havoc | 39 | 0 3 | 7 15 1 | 41-44
        A-20G Havoc | 43 | 1 6 | 7 15 1 | 43-45
    "),
    (Nation::UnitedKingdom, "
        Fairey Battle | 42 | 0 1 | 5 8 1; 3 6 1 | 36-41
        Hawker Hurricane IIC | 48 | 4 6 | 3 6 2 | 41-45
        Hawker Hurricane IID or IV (1) | 26 | 5 6 |  | 42-45
        Hawker Hurricane IV (2) | 41 | 0 2 | 4 6 2 | 43-45
        Hawker Hurricane IV (3) | 40 | 0 2 | 3 6 2 | 43-45
        Hawker Typhoon IB (1) | 48 | 4 6 | 3 6 2 | 41-44
        Hawker Typhoon IB (2) | 54 | 4 6 | 5 8 2 | 42-45
        Hawker Typhoon IB (3) | 49 | 4 6 | 4 6 2 | 42-45
        Supermarine Spitfire XIV (1) | 42 | 3 6 | 1 5 2 | 44-45
        Supermarine Spitfire XIV (2) | 41 | 3 5 | 1 5 2 | 44-45
        P-40C Warhawk | 43 | 1 4 | 3 6 2 | 41-43
        Vultee Vengeance | 44 | 0 3 | 5 8 1; 3 6 1 | 41-44
        Bristol Blenheim | 30 | 0 1 | 5 8 1 | 37-44
        Bristol Beaufighter | 56 | 5 7 | 5 8 2 | 40-45
        A-20 Boston III / Havoc | 39 | 0 3 | 7 15 1 | 41-44
    "),
    (Nation::UnitedStates, "
        P-39 Airacobra N | 48 | 4 6 | 3 6 1 | 42-45
        P-40C Warhawk | 43 | 1 4 | 3 6 2 | 41-43
        P-40E Kittyhawk | 45 | 1 6 | 3 6 2 | 42-45
        P-38F Lightning | 51 | 2 5 | 5 8 2 | 42-45
        P-38L Lightning | 66 | 2 5 | 7 15 2 | 44-45
        P-47C Thunderbolt | 35 | 2 8 | 3 6 1 | 43-45
        P-47D Thunderbolt (1) | 48 | 2 8 | 3 6 2 | 43-45
        P-47D Thunderbolt (2) | 57 | 2 8 | 5 10 2 | 43-45
        A-20 Boston III / Havoc | 39 | 0 3 | 7 15 1 | 41-44
        A-20G Havoc | 43 | 1 6 | 7 15 1 | 43-45
        P-51D Mustang (1) | 51 | 1 6 | 5 8 2 | 44-45
        P-51D Mustang (2) | 54 | 1 6 | 5 10 2 | 44-45
        F4U-1C Corsair (1) | 54 | 4 6 | 5 8 2 | 42-45
        F4U-1C Corsair (2) | 40 | 4 6 | 5 10 1 | 42-45
        F4U-1D Corsair (1) | 51 | 1 6 | 5 8 2 | 42-45
        F4U-1D Corsair (2) | 54 | 1 6 | 5 10 2 | 42-45
        F6F-5 Hellcat | 67 | 3 5 | 7 15 2 | 43-45
        SBD-5 Dauntless | 39 | 1 2 | 7 15 1 | 40-43
        SB2C Hell Diver | 60 | 3 5 | 7 15 1; 5 8 1 | 42-45
    "),
];

#[test]
fn every_line_of_the_aircraft_data() {
    let mut count = 0;
    for (nation, lines) in PRINTED {
        let printed: Vec<&str> = lines.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let ours = aircraft().iter().filter(|plane| plane.nation == nation);
        let ours: Vec<String> = ours
            .map(|plane| {
                let load = |&Ordnance { ap, he, load }: &Ordnance| format!("{ap} {he} {load}");
                let loads: Vec<String> = plane.ordnance.iter().map(load).collect();
                let years = plane.years.map(|(from, to)| format!("{from}-{to}")).unwrap_or_default();
                let line = format!(
                    "{} | {} | {} {} | {} | {years}",
                    plane.name,
                    plane.points,
                    plane.strafing_ap,
                    plane.strafing_he,
                    loads.join("; ")
                );
                line.trim().to_owned()
            })
            .collect();
        for line in &printed {
            assert!(ours.iter().any(|own| own == line), "{nation}: {line}, of {ours:?}");
        }
        assert_eq!(ours.len(), printed.len(), "{nation}");
        count += printed.len();
    }
    assert_eq!(count, 76);
}
