import fs from 'node:fs';
import path from 'node:path';
import { parse, type AST } from 'svelte/compiler';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { filesOf } from '../../../scripts/lib/git.mjs';
import { isReported, languageReport } from '../../../scripts/lib/language-report.mjs';
import { REPLACED_IN_GUIDE, REPLACED_ON_SCREEN } from './replaced-wordings';

/** Wording to avoid for a US operations desk: British spelling and words that sound translated. */
const AVOIDED_WORDING: readonly RegExp[] = [
  /\b\w*(recogni|organi|tokeni|customi|summari|authori|synchroni|minimi|maximi)s(e|ed|es|ing|ation)\b/i,
  /\b(cancelled|cancelling|labelled|catalogue|cheque|licence|(colour|behaviour|favour|honour)\w*)\b/i,
  /\b(centre|grey|whilst|e-mail)\b/i,
  /\berrands?\b/i,
  /\bworth a look\b/i,
  /^\s*as of\b/i,
  /\bnot asked yet\b|\bnot fetched yet\b|\bnothing is fetched\b|^no answer$/i,
  /\bgo on\b(?! to)(?!$)|^Go on$|\btak(e|en) up\b|\bbroken off\b|\bbegun anew\b/i,
  /\blocal copy\b|\bdeprecated\b|\bendpoints?\b/i,
  /\blook inside\b|\bcalled there\b|\bevery custodian, every kind\b|\bone a line\b/i,
  /\b([Tt]ax ids?|[A-Z][a-z]+ ids?)\b/,
  /\brelated persons\b|\bhousehold members\b/i,
  /\b[Zz]ip code/,
  /\bonly where it is empty\b|^until$|\bas the system\b|\bnarrow the sidebar\b|^as a sandbox/i,
  /\brefused the credential\b|\bnot kept\b|\bdraft kept\b|\bin figures\b|\ball the same\b|\bcannot be called back\b/i,
  /\bfetch(ed|es|ing)\b|^fetch\b|\bcached\b|^going on|^keeping it|\bits turn\b/i,
  /\bunexpected form\b|\b(accounts?|which) carr(y|ies)\b|\bended (in the middle|while)\b/i,
  /\bwritten down\b|^not known$|\bwhat it comes to\b|\bon its way\b|\bis waited for\b|^remarks?$/i,
  // British or translated
  /\bany more$|^persons\b|\blower-case\b|\blook-ups?\b(?!-)|\bdecided so\b|\byet in a\b|\bin its turn\b/i,
  /\bdo not differ\b|\bthe worst first\b|^as in\b|^as you\b|\bcollect differently\b|\bnothing says\b/i,
  /\bcan go wrong\b|\bneeds to decide\b|^good to know\b|\bcan stay as it is\b|\bit is open again\b/i,
  /^stays on this\b|^(its|each) (record|group|itself)$|\bby size\b|^leave alone$|\b(move|leave) them (t?here)\b/i,
  /\bfits? the search\b|^put (into|\S+ accounts?)\b|\bwill be assigned\b/i,
  /^as given\b|\bin equal parts\b|^not the fee\b|^we read\b|\bnot a cent\b/i,
  /\bquarter of one percent\b|^read the lines$|^check every line$|^use another list$|\bleft out\b|^leave out$/i,
  /^change the edits|\bnumbers have changed since\.|\banother value than\b|\bsent another value\b|\bchanged now\b/i,
  /\bgets? what (it|they) lacks?\b|^send what is missing|^finish it\b|\bthe calendar (has|does)\b|^it is …\.$/i,
  /\bsent from here\b|^from here$|\bfound the records as\b|\bit last was\b|\bdropped so far\b|^whole refresh$/i,
  /\bin this session\b|^uncertain$|\byour key may see\b|\bopen what is left\b|\bletter by letter\b|^often the same/i,
  /\bthis is another host\b|\bserved from\b|\bnothing answers\b|\bturn(ed|s) the request\b|\bcan’t be used as it is\b/i,
  /\binformation of\b|^record as made|^made (by|on)$|\bdid not arrive: |^it arrived$|\bwhose$|^partly$|^how many$/i,
  /\bline in the log\b|\bnone was changed\b|^one line per line\b|\bopened on paper\b|\blast look\b|\bnight pass\b/i,
  /^save what is shown|^(stop opening|open) the list with\b|^no values? (here|contains)\b|\b(search|go to) anything\b/i,
  /^application$|\bbills this household\b|\bhow often$|^another field$|^undo: |\bset to none$|^slug$/i,
  /\bolder field\b|\bretired here\b|\bupper bound\b|^replace by\b|\bperiod debit\b/i,
  /\bno such account\b|\bis sealed\b|\bhidden in\b|\bopen work that was set aside\b|\bset aside in\b/i,
  // Not "refused": the screen says "Rejected" of the service and "Declined" of a custodian or colleague.
  /^refused( by| together|\.|$)|\brefused (by|together)\b|^answered$|\bwith an unknown outcome\b|\bon accounts only\b/i,
];

/** Texts of the app, including documents that the interface writes. */
const ROOTS = ['renderer', 'main/engine', 'main/app', 'main/desktop', 'preload/contract'];

const files = ROOTS.flatMap((root) =>
  fs
    .readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join(root, file.replaceAll('\\', '/'))),
).filter((file) => /\.(ts|svelte)$/.test(file) && !file.endsWith('.d.ts'));

/**
 * True for texts with an initial capital or a space between letters. Codes such as `not-kept`, names and SQL
 * are not for the user.
 */
const isUserFacing = (text: string): boolean =>
  (/^[A-Z“]/.test(text) || /[a-z] [a-z]/i.test(text)) && !/\b(SELECT|UPDATE|CREATE TABLE)\b/.test(text);

/** Keys, imports, search keywords, causes for support, compared strings and arguments of `new` are not on the screen. */
const isNeverShown = (node: ts.Node): boolean => {
  const { parent } = node;
  if (ts.isImportDeclaration(parent) || ts.isLiteralTypeNode(parent)) return true;
  if (ts.isPropertyAssignment(parent))
    return parent.name === node || ['cause', 'keywords'].includes(parent.name.getText());
  if (ts.isArrayLiteralExpression(parent) && ts.isPropertyAssignment(parent.parent))
    return parent.parent.name.getText() === 'earlierLabels';
  return (
    ts.isNewExpression(parent) ||
    (ts.isBinaryExpression(parent) && /[=!]==/.test(parent.operatorToken.getText()))
  );
};

function scriptTexts(source: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if ((ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) && !isNeverShown(node))
      found.push(node.text);
    if (ts.isTemplateExpression(node))
      found.push(node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join(''));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('x.ts', source, ts.ScriptTarget.Latest, true));
  return found;
}

/** Returns every text of a component: of its scripts, between tags, in attributes, and in expressions of the markup. */
function componentTexts(source: string): string[] {
  const { fragment, instance, module } = parse(source, { modern: true });
  const found: string[] = [];
  const scripts = [instance, module].flatMap((script) =>
    script ? scriptTexts(sourceText(source, script.content)) : [],
  );
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) {
      node.forEach(visit);
      return;
    }
    if (typeof node !== 'object' || node === null) return;
    const { type, data, value } = node as { type?: string; data?: unknown; value?: unknown };
    if (type === 'Comment') return;
    if (type === 'Text' && typeof data === 'string') found.push(data.replace(/\s+/g, ' ').trim());
    if (type === 'Literal' && typeof value === 'string') found.push(value);
    if (type === 'TemplateLiteral')
      found.push(
        (node as unknown as { quasis: { value: { cooked: string } }[] }).quasis
          .map((quasi) => quasi.value.cooked)
          .join('…'),
      );
    for (const part of Object.values(node)) visit(part);
  };
  visit(fragment);
  return [...scripts, ...found];
}
const sourceText = (source: string, node: unknown): string => {
  const { start, end } = node as AST.BaseNode;
  return source.slice(start, end);
};

const avoidedIn = (texts: readonly string[]): string[] =>
  texts.filter((text) => isUserFacing(text) && AVOIDED_WORDING.some((word) => word.test(text.trim())));

/** Every text of the app, with its file; collected once, because components take seconds to parse. */
const screenTexts = files.flatMap((file) => {
  const source = fs.readFileSync(file, 'utf8');
  const texts = file.endsWith('.svelte') ? componentTexts(source) : scriptTexts(source);
  return texts.filter(isUserFacing).map((text) => ({ file, text }));
});
const withFile = ({ file, text }: { file: string; text: string }): string => `${file}: ${text}`;

it('every text on the screen follows the house style', () => {
  expect(files.length).toBeGreaterThan(500);
  expect(screenTexts.filter(({ text }) => avoidedIn([text]).length > 0).map(withFile)).toEqual([]);
});

it('the guide follows the house style', () => {
  const guide = fs
    .readdirSync('docs/user-guide')
    .flatMap((file) => fs.readFileSync(path.join('docs/user-guide', file), 'utf8').split('\n'));
  expect(guide.length).toBeGreaterThan(100);
  expect(avoidedIn(guide)).toEqual([]);
});

/** A wording this short may occur inside a good one, so it must match the whole text. */
const MAX_SHORT_WORDS = 3;
const wordingPattern = (wording: string): RegExp => {
  const parts = wording.replace(/[.…]+$/, '').split('…');
  const pattern = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.+?');
  const isShort = wording.split(' ').length <= MAX_SHORT_WORDS;
  return new RegExp(isShort ? `^${pattern}[.…:]*$` : `(?<!\\p{L})${pattern}(?!\\p{L})`, 'iu');
};
const plain = (text: string): string => text.replaceAll("'", '’').replace(/\s+/g, ' ').trim();

it('no text on the screen has a wording that was replaced', () => {
  const replaced = new RegExp(
    REPLACED_ON_SCREEN.map((wording) => wordingPattern(wording).source).join('|'),
    'iu',
  );
  expect(screenTexts.filter(({ text }) => replaced.test(plain(text))).map(withFile)).toEqual([]);
  expect(replaced.test('12 files do not differ from the record and will be approved.')).toBe(true);
});

it('the guide and the README have no sentence that was replaced', () => {
  const guide = fs.readdirSync('docs/user-guide').map((file) => path.join('docs/user-guide', file));
  const found = [...guide, 'README.md'].flatMap((file) => {
    const text = plain(fs.readFileSync(file, 'utf8').replace(/[*_]/g, ''));
    return REPLACED_IN_GUIDE.filter((sentence) => wordingPattern(sentence).test(text)).map(
      (sentence) => `${file}: ${sentence}`,
    );
  });
  expect(found).toEqual([]);
});

it('finds a wrong word in a string, a template, a text between tags and an attribute', () => {
  expect(avoidedIn(scriptTexts("say('Nothing is fetched yet'); say(`Go on ${what}`);"))).toHaveLength(2);
  expect(
    avoidedIn(componentTexts('<h1 title="Worth a look">Cancelled</h1>{#if x}{"Tax ids"}{/if}')),
  ).toHaveLength(3);
  expect(
    avoidedIn([
      'Sign off. 2 left out',
      'Sent from here',
      'Refused',
      'Its record',
      'Put into a billing group…',
    ]),
  ).toHaveLength(5);
  expect(avoidedIn(['Tax IDs', 'Canceled', 'ZIP code', 'color', 'Resume', 'Account ID'])).toEqual([]);
});

describe('the language of code, tests and documents', () => {
  const { places } = languageReport(
    filesOf(undefined)
      ?.filter((file) => isReported(file) && fs.existsSync(file))
      .map((file) => ({ file, text: fs.readFileSync(file, 'utf8') })) ?? [],
  );

  it('has no name of the old vocabulary', () => expect(places.leftovers).toEqual([]));
  it('has no phrase to avoid in comments and test titles', () => expect(places.phrases).toEqual([]));
  it('has no phrase to avoid in documents', () => expect(places.documents).toEqual([]));
  it('has test titles under 90 characters', () => expect(places.titles).toEqual([]));
  it('finds each kind of leftover', () => {
    const text =
      '// The connection of this connection stays for ever.\nexport const mayGoOn = 1, MOST_ROWS = 2;';
    const { places: found } = languageReport([
      { file: 'main/a.ts', text },
      { file: 'docs/a.md', text: 'Whoever waits is told so. `whoever`' },
    ]);
    expect(found.leftovers).toEqual(['main/a.ts: mayGoOn', 'main/a.ts: MOST_ROWS']);
    expect(found.phrases).toHaveLength(1);
    expect(found.documents).toHaveLength(1);
  });
});
