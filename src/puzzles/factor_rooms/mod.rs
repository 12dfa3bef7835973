//! Factor rooms (inshi no heya): a Latin square divided into rooms, each with the product of its cells.

mod format;
mod verify;

use std::collections::BTreeMap;

use crate::cells::{Cell, Digit};
use crate::constraints::{Product, all_different};
use crate::grid::Grid;
use crate::input::{InputError, Magnitude, ProductClue, Violation, check_grid_size};
use crate::model::{Model, Solution};
use crate::solver::{Error, Puzzle, Solver};

/// A room: its name, its cells row by row, its product if it has one.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Room {
    name: String,
    cells: Vec<(usize, usize)>,
    product: Option<Magnitude>,
}

impl Room {
    fn label(&self) -> String {
        match &self.product {
            Some(product) => format!("room {}'s product {product}", self.name),
            None => format!("room {}", self.name),
        }
    }
}

/// An n × n grid with each of 1 to n once in every row and column, divided into rooms whose cells multiply to a product.
///
/// A room may have any shape, connected or not, may repeat a value where no row or column forbids it, and may lack a
/// product.
///
/// The default rows of a product are exact: for each prime, its exponents add up. The published program has logarithms within
/// a tolerance, [`ProductRows::Logarithm`](crate::ProductRows::Logarithm), which take 3024 for 3025.
///
/// ```
/// use puzzle_ilp::{FactorRooms, Solver};
/// let puzzle = FactorRooms::new(&["AB", "AC"], &[2, 2, 1])?;
/// # #[cfg(feature = "highs")]
/// assert_eq!(Solver::new().solve(&puzzle)?.into_answer()?.to_string(), "1 2\n2 1");
/// # Ok::<(), puzzle_ilp::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FactorRooms {
    /// The index of each cell's room.
    room_of: Grid<usize>,
    rooms: Vec<Room>,
}

/// Solves factor rooms: one string a row with a letter (any character) for each cell's room, and the products in the order
/// of the sorted letters.
///
/// # Errors
/// [`InputError`] for a grid that is not square, products that do not fit the rooms or are negative; [`Error::Infeasible`]
/// when nothing fits.
///
/// ```
/// # #[cfg(feature = "highs")] {
/// let grid = puzzle_ilp::solve_factor_rooms(&["AB", "AC"], &[2, 2, 1])?;
/// assert_eq!(grid.to_string(), "1 2\n2 1");
/// # }
/// # Ok::<(), puzzle_ilp::Error>(())
/// ```
pub fn solve_factor_rooms<S: AsRef<str>, T: ProductClue>(rooms: &[S], products: &[T]) -> Result<Grid<u32>, Error> {
    Solver::new().solve(&FactorRooms::new(rooms, products)?)?.into_answer()
}

impl FactorRooms {
    /// Rooms drawn as letters, one string a row, and their products in the order of the sorted letters. Any character is a
    /// letter, so that there can be more than 26 rooms.
    ///
    /// # Errors
    /// [`InputError`] when the grid is empty, ragged, not square or too large, or the products are more or fewer than the
    /// rooms or negative.
    pub fn new<S: AsRef<str>, T: ProductClue>(rooms: &[S], products: &[T]) -> Result<Self, InputError> {
        let letters = Grid::from_rows(rooms.iter().map(|row| row.as_ref().chars()))?;
        Self::build(&letters, products.iter().map(|product| Some(product.magnitude())).collect(), |letter| {
            letter.to_string()
        })
    }

    /// Rooms as numbers, and their products in the order of the sorted numbers; `None` for a room without a product.
    ///
    /// # Errors
    /// As for [`FactorRooms::new`].
    pub fn from_regions<T: ProductClue>(regions: &Grid<usize>, products: &[Option<T>]) -> Result<Self, InputError> {
        let products = products.iter().map(|product| product.as_ref().map(ProductClue::magnitude)).collect();
        Self::build(regions, products, |number| number.to_string())
    }

    fn build<K: Ord + Copy>(
        keys: &Grid<K>,
        products: Vec<Option<Magnitude>>,
        name: impl Fn(K) -> String,
    ) -> Result<Self, InputError> {
        check_grid_size(keys.height(), keys.width())?;
        if keys.height() != keys.width() {
            return Err(InputError::NotSquare { rows: keys.height(), cols: keys.width() });
        }
        let mut members: BTreeMap<K, Vec<(usize, usize)>> = BTreeMap::new();
        for (cell, &key) in keys.indexed() {
            members.entry(key).or_default().push(cell);
        }
        if members.len() != products.len() {
            return Err(InputError::ProductCount { rooms: members.len(), products: products.len() });
        }
        let mut room_of = keys.map(|_| 0);
        let mut rooms = Vec::new();
        for (index, ((key, cells), product)) in members.into_iter().zip(products).enumerate() {
            for &cell in &cells {
                room_of[cell] = index;
            }
            let room = Room { name: name(key), cells, product };
            if let Some(value) = room.product.clone().filter(Magnitude::is_negative) {
                return Err(InputError::NegativeClue { clue: room.label(), value });
            }
            rooms.push(room);
        }
        Ok(Self { room_of, rooms })
    }
}

impl Puzzle for FactorRooms {
    type Answer = Grid<u32>;
    type Cells = Grid<Cell<Digit>>;

    fn model(&self) -> Result<(Model, Self::Cells), InputError> {
        let n = self.room_of.height();
        let mut model = Model::new();
        let x = model.digits("x", n, n, 1..=n as u32);
        if x.height() == n {
            for room in &self.rooms {
                if let Some(product) = &room.product {
                    let cells = room.cells.iter().map(|&cell| x[cell]);
                    model.post(room.label(), Product::new(cells, product.clone()));
                }
            }
        }
        for r in 0..n {
            model.rule(format!("row {}", r + 1), all_different(x.row(r)));
        }
        for c in 0..n {
            model.rule(format!("column {}", c + 1), all_different(x.col(c)));
        }
        Ok((model, x))
    }

    fn decode(&self, cells: &Self::Cells, solution: &Solution) -> Grid<u32> {
        solution.grid(cells)
    }

    fn verify(&self, answer: &Grid<u32>) -> Result<(), Violation> {
        verify::verify(self, answer)
    }
}
