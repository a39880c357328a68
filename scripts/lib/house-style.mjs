// The house style of code and documents as data: phrases to avoid, and the glossary's old names.

/** Patterns of phrases to avoid in comments, test titles and documents, by name. */
export const PHRASES = {
  whoever: /\bwho(so)?ever\b/i,
  'nobody, somebody': /\b(nobody|somebody|anybody)\b/i,
  'so long, so many (opening a sentence)': /(^|[.:;!?]\s+)So (long|many|far|much|soon)\b/,
  'is told, tells': /\b(is|are|was|were|be|been|gets?) told\b|\b(it|that|which|what|who) tells?\b/i,
  'goes on': /\b(goes|go|going|went) on\b(?! to\b)/i,
  'stands (for “is”)':
    /\b(stands|stand|stood) (there|still|in|at|on|by|beside|under|with|where|as|first|alone|once)\b/i,
  'what is …, is …': /(^|[.:;!?]\s+|\* |\/\/ )What (is|was|has|does|comes|came|goes|stays)\b[^.?]*$/,
  'of its own': /\bof (its|their|his|our|one's) own\b/i,
  'in the place of': /\bin (the|its|their) place of\b/i,
  'for ever': /\bfor ever\b/i,
  'a kill': /\b(a|each|every|the|by) kills?\b(?! signal)/i,
  'takes up': /\b(tak(e|es|en|ing)|took) (it |them )?up\b/i,
  meanwhile: /\bmeanwhile\b|\bin the meantime\b/i,
  'people (for the user)':
    /\bpeople (who|want|say|see|write|wrote|look|put|make|made|come|type|choose|use)\b|\b(to|that|what|which|when|how|if) people\b/i,
  'room, house, floor (for a module or a baseline)':
    /\b(this|that|each|every|other|its) (room|house|floor)\b(?![ -]style)|\bfloor:/i,
  'begun anew': /\banew\b/i,
  'broken off': /\b(broken|broke|breaks?) off\b/i,
  'a stretch, a piece': /\b(stretch|stretches|pieces?)\b/i,
  'put aside': /\b(puts?|putting) aside\b/i,
  'of this of this': /\bthe (\w+) of this \1\b/i,
  mend: /\bmend(s|ed|ing)?\b/i,
  'is asked for': /\b(is|are|was|were) asked( for)?\b/i,
};

const list = (text) => text.trim().split(/\s+/).join('|');

/** Old words of the glossary. They count anywhere in an identifier: in `mayGoOn` and in `MAY_GO_ON`. */
const OLD_WORDS = list(`
  wish wishes take-up taken-up takes-up go-on goes-on going-on giving-way right-of-way in-turn paced stretch stretches
  in-stretches piece pieces room rooms keep-file keep-bytes move-log letter-key letter-keys numbers-first orders-ahead
  known-order collect-soon put-aside set-aside aside apart mend mends bring-back lookout unsaid under-way homeless strayed
  row-bits over-firm take-in all-well go-row nothing-here hear-questions hand-out-ports lasting remark remarks doubt doubts
  trouble troubled of-desk
`);
/** Old names that are too common to be looked for inside of others. */
const OLD_NAMES = list(`
  means wholes is-whole look looks asked told said narrowed usual covering layers words-of beside kit
`);
/**
 * Old names of functions and of members of types, such as `kept()`, which memoized. As local variables they are plain
 * English (`const seen = new Set()`) and do not count.
 */
const OLD_FUNCTIONS = list('kept whole seen gone later');
/**
 * Old names of types, too general to say anything. `Job` is allowed: docs/glossary.md defines it. `Elsewhere` and `Slots`
 * were classes; fields named `elsewhere` and `slots` are allowed.
 */
const OLD_TYPES = new Set(
  list(`
  Part Line Work Session Open Found Means Shown Told Pass Written Age Answer Facts Course Gathered Look Going Elsewhere
  Slots Ints Typing Whole Place
`).split('|'),
);
const OLD_FILES = new Set(
  list('words parts work marks written look only age facts course typing layers pass').split('|'),
);

/** `MOST_ROWS` and the like: what the glossary calls MAX, MIN, DEBOUNCE_MS and so on. */
const OLD_CONSTANTS = /^(MOST|LONGEST|WIDEST|SHORTEST|OLDEST|CALM|BREATH|SOON|PACE)(_|$)/;

/** Old options of resource descriptors: names of properties in `preload/contract`. */
export const OLD_OPTIONS = new Set(
  'also plumbing silent tail words none zero sums one many openChoice anyCode moment parts dataDate mayBeCode'.split(
    ' ',
  ),
);

/** Converts `ordersAhead`, `OrdersAhead`, `ORDERS_AHEAD` and `orders-ahead` to `-orders-ahead-`. */
const kebab = (name) =>
  `-${name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase()}-`;

const OLD_WORD = new RegExp(`-(${OLD_WORDS})-`);
const OLD_NAME = new RegExp(`^-(${OLD_NAMES})-$`);
const OLD_FUNCTION = new RegExp(`^(${OLD_FUNCTIONS})$`);
/** Constructor arguments, such as `SenderParts`. */
const OLD_DEPS = /^[A-Z]\w*Parts$/;

/** Words of the glossary's left column that mean nothing else: a test allows none of them in an identifier. */
const LEFTOVER_WORD = new RegExp(
  `-(${list(`
    wish wishes take-up taken-up takes-up go-on goes-on going-on giving-way right-of-way in-turn paced in-stretches
    keep-file keep-bytes move-log letter-key letter-keys numbers-first orders-ahead known-order collect-soon put-aside
    lookout strayed row-bits over-firm take-in all-well go-row nothing-here hear-questions hand-out-ports lasting-writer
    of-desk gathered
  `)})-`,
);

/** Returns true if an identifier is certainly a leftover of the old vocabulary. */
export const isLeftover = (name) => LEFTOVER_WORD.test(kebab(name)) || OLD_CONSTANTS.test(name);

/** Returns true if an identifier has a word of the glossary's left column. */
export const isOldName = (name) =>
  OLD_WORD.test(kebab(name)) ||
  OLD_NAME.test(kebab(name)) ||
  OLD_TYPES.has(name) ||
  OLD_CONSTANTS.test(name) ||
  OLD_DEPS.test(name);

/** Returns true for names that only a local variable may have: not a function, a method or a member of a type. */
export const isOldFunction = (name) => OLD_FUNCTION.test(name);

/** Returns true if the name of a file, without folder and extension, has a word of the glossary's left column. */
export const isOldFileName = (name) =>
  OLD_FILES.has(name) || /-words$/.test(name) || OLD_WORD.test(kebab(name)) || OLD_NAME.test(kebab(name));

/** Returns the names of the phrases in a line of prose; code in backticks does not count. */
export function phrasesIn(line) {
  const prose = line.replace(/`[^`]*`/g, '');
  return Object.entries(PHRASES).flatMap(([name, pattern]) => (pattern.test(prose) ? [name] : []));
}

export const MAX_TEST_TITLE = 89;
export const MAX_TEST_LINES = 60;
export const MAX_DECISION_WORDS = 200;
export const MAX_COMMIT_SUBJECT = 72;
