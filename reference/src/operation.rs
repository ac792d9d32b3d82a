//! Operations, and what they can be seen to do.

use crate::kernels::{Slot, View, part_of, ulps_of_part};
use crate::{Form, Query, Reading, Rule, Section};
use ptoconf_numeric::Room;
use ptoconf_schemas::DType;

/// An operation: everything that its page says.
pub struct Operation {
    /// Name, from its file; the registry sets it.
    pub name: &'static str,
    /// The page.
    pub page: &'static str,
    /// What it does, in a line.
    pub summary: &'static str,
    /// Its forms.
    pub forms: Vec<Form>,
    /// Its rules, besides those of the tile class.
    pub rules: Vec<Rule>,
    /// Its readings.
    pub readings: Vec<Reading>,
    /// The sentences of the page, and what carries each.
    pub sentences: &'static [Section],
    /// Shared rules that no tuple of this operation violates alone: id and reason.
    pub unreachable: Vec<(&'static str, &'static str)>,
    /// Every known behaviour on a tuple that runs.
    pub meaning: fn(&Query) -> Vec<Behaviour>,
}

impl Operation {
    /// The form of this name.
    pub fn form(&self, name: &str) -> Option<&Form> {
        self.forms.iter().find(|f| f.name == name)
    }
}

/// What one output holds after the operation.
pub enum OutputValue {
    /// Elements computed one case at a time, compared bit for bit.
    Bits(Kernel),
    /// Elements computed one case at a time; any NaN stands for any NaN.
    Value(Kernel),
    /// An interval for each element: writes lowest and highest value and the special byte.
    Within(EncloseKernel),
    /// The nearest value of each element, and how many representable numbers a result may be away.
    Ulps(Ulps),
    /// The canary.
    Unchanged,
    /// Anything.
    Unspecified,
}

/// Results that are right within so many units in the last place.
pub struct Ulps {
    /// Name of what is computed: where several levels of one output share it, it is computed once.
    pub of: String,
    /// Computes it.
    pub kernel: UlpsKernel,
    /// Units in the last place.
    pub level: u8,
}

impl OutputValue {
    /// What it says of the first rows and columns of a region of this dtype, where the rest is not judged.
    pub fn of_part(self, dtype: DType, part: [u32; 2]) -> OutputValue {
        match self {
            OutputValue::Bits(kernel) => OutputValue::Bits(part_of(kernel, dtype, part)),
            OutputValue::Value(kernel) => OutputValue::Value(part_of(kernel, dtype, part)),
            OutputValue::Ulps(ulps) => OutputValue::Ulps(Ulps { kernel: ulps_of_part(ulps.kernel, dtype, part), ..ulps }),
            other => other,
        }
    }
}

/// Computes the judged region of one case: rows x cols elements, tight, in C order.
pub type Kernel = Box<dyn Fn(&Slot, &mut View) + Send + Sync>;
/// Computes lowest and highest accepted element and special byte of the judged region of one case.
pub type EncloseKernel = Box<dyn Fn(&Slot, &mut [&mut [u8]; 3]) + Send + Sync>;
/// Computes the nearest elements of the judged region of one case, and which others are right, too.
pub type UlpsKernel = Box<dyn Fn(&Slot, &mut View, &mut [Room]) + Send + Sync>;
/// Says which elements of the judged region of one case are judged: a byte each, 0 for no.
pub type MaskKernel = Box<dyn Fn(&Slot, &mut [u8]) + Send + Sync>;

/// One output of a behaviour.
pub struct Output {
    /// Operand.
    pub operand: &'static str,
    /// Name of the value, shared by the behaviours of a tuple that give the same value.
    pub variant: String,
    /// Rows and columns of the judged prefix.
    pub region: [u32; 2],
    /// The value.
    pub value: OutputValue,
    /// Which elements are judged, with a name for the choice; all where `None`.
    pub mask: Option<(String, MaskKernel)>,
}

impl Output {
    /// An output of which every element of the region is judged.
    pub fn new(operand: &'static str, variant: impl Into<String>, region: [u32; 2], value: OutputValue) -> Output {
        Output { operand, variant: variant.into(), region, value, mask: None }
    }

    /// Judges only the elements that the mask names.
    pub fn masked(mut self, name: &str, mask: MaskKernel) -> Output {
        self.mask = Some((name.to_owned(), mask));
        self
    }
}

/// One known behaviour on a tuple.
pub struct Behaviour {
    /// Name, unique among the behaviours of a tuple.
    pub name: String,
    /// Readings that it follows: id and option.
    pub readings: Vec<(String, String)>,
    /// What the outputs hold.
    pub outputs: Vec<Output>,
    /// Whether it is worth its time only where the profile admits it, or on data made to tell
    /// behaviours apart.
    pub costly: bool,
}

impl Behaviour {
    /// The one behaviour of a tuple about which there is no question.
    pub fn only(outputs: Vec<Output>) -> Vec<Behaviour> {
        vec![Behaviour { name: "value".to_owned(), readings: vec![], outputs, costly: false }]
    }

    /// A behaviour that follows one option of one reading and is named after it.
    pub fn reading(id: &str, option: &str, outputs: Vec<Output>) -> Behaviour {
        Behaviour { name: option.to_owned(), readings: vec![(id.to_owned(), option.to_owned())], outputs, costly: false }
    }
}
