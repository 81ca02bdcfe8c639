import { MAX_SHEET_ROWS, MAX_SHEET_TARGETS_LENGTH } from '@flyerdeck/contracts/assistants.values';
import { MAX_DESCRIPTION_LENGTH, MAX_IMAGE_BYTES } from '@flyerdeck/contracts/tasks.values';
import { parse } from 'csv-parse/browser/esm/sync';
import dayjs from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat';
import { type UnzipFileFilter, unzipSync } from 'fflate';
import { groupBy } from '../../../lib/compare.ts';

dayjs.extend(customParseFormat);

const COLUMNS = ['text', 'image', 'targets', 'start'] as const;
// Spreadsheets rewrite the dates that they recognize, but not one with a T.
const START_FORMATS = ['YYYY-MM-DDTHH:mm', 'YYYY-MM-DD HH:mm', 'YYYY-MM-DD HH:mm:ss', 'D.M.YYYY H:mm'];
export const TEMPLATE = `${COLUMNS}
"Tonight at nine, {name}",flyer-1.jpg,Luna;#vip,
Tomorrow,flyer-2.png,@luna,${dayjs().add(1, 'day').format('YYYY-MM-DDT18:00')}
`;

/** Images are found by name, in whatever folder and case. */
const baseName = (path: string) => path.replace(/^.*[/\\]/, '').toLowerCase();
const isZip = ({ name }: File) => /\.zip$/i.test(name);
export const isCsv = ({ name }: File) => /\.csv$/i.test(name);

export type Sheet = NonNullable<Awaited<ReturnType<typeof readSheet>>>;

/** Null without a CSV file. Throws an error with a sentence for the user if there are no rows to check. */
export async function readSheet(files: readonly File[]) {
  const csv = files.find(isCsv);
  if (!csv) return null;
  const bytes = await csv.arrayBuffer();
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const records = readRecords(bytes);
  const wanted = new Set(records.map(({ image }) => baseName(image)));
  const images = files.filter((file) => !isCsv(file) && !isZip(file));
  for (const zip of files.filter(isZip)) {
    const zipped = new Uint8Array(await zip.arrayBuffer());
    // A small ZIP can unpack to gigabytes.
    const filter: UnzipFileFilter = ({ name, originalSize }) =>
      wanted.has(baseName(name)) && originalSize <= 10 * MAX_IMAGE_BYTES;
    const entries = orRefuse(() => unzipSync(zipped, { filter }), `'${zip.name}' is not a ZIP file that can be read.`);
    images.push(...Object.entries(entries).map(([name, unpacked]) => new File([unpacked as BlobPart], name)));
  }
  const byName = groupBy(images, ({ name }) => baseName(name));
  return {
    key: Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join(''),
    name: csv.name.slice(0, -'.csv'.length).trim().slice(0, 100) || 'Sheet',
    rows: await Promise.all(records.map((record) => readRow(record, byName.get(baseName(record.image)) ?? []))),
  };
}

function orRefuse<T>(read: () => T, sentence: string): T {
  try {
    return read();
  } catch {
    throw new Error(sentence);
  }
}

function readRecords(bytes: ArrayBuffer) {
  const [head = [], ...rows] = orRefuse<string[][]>(() => {
    const csv = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // Where the comma is the decimal separator, spreadsheets separate cells by semicolons.
    const delimiter = /[,;\t]/.exec(csv)?.[0] ?? ',';
    return parse(csv, { delimiter, relax_column_count: true });
  }, 'The CSV file cannot be read. Save it as CSV UTF-8.');
  const positions = COLUMNS.map((column) => head.findIndex((name) => name.trim().toLowerCase() === column));
  const missing = COLUMNS.filter((_, index) => positions[index] === -1);
  if (missing.length > 0) throw new Error(`The first line of the CSV file has no column ${missing.join(', ')}.`);
  const records = rows.flatMap((cells, index) => {
    const [text = '', image = '', targets = '', start = ''] = positions.map((at) => cells[at]?.trim());
    // Counted as spreadsheets do: the names of the columns are line 1.
    return cells.some((cell) => cell.trim()) ? [{ line: index + 2, text, image, targets, start }] : [];
  });
  if (records.length > 0 && records.length <= MAX_SHEET_ROWS) return records;
  throw new Error(`The CSV file has ${records.length} rows. It needs 1 to ${MAX_SHEET_ROWS}.`);
}

/** By its first bytes, as on the server. */
const isImage = async (file: File) =>
  /^(\x89PNG|\xff\xd8\xff|GIF8|RIFF.{4}WEBP)/s.test(
    String.fromCharCode(...new Uint8Array(await file.slice(0, 12).arrayBuffer())),
  );

type SheetRecord = ReturnType<typeof readRecords>[number];

async function readRow({ line, text, image, targets, start }: SheetRecord, [file, ...more]: readonly File[]) {
  const time = dayjs(start, START_FORMATS, true);
  const problems = [
    text.length > MAX_DESCRIPTION_LENGTH && `The text has more than ${MAX_DESCRIPTION_LENGTH} characters.`,
    !file && (image ? `There is no image named '${image}'.` : 'It has no image.'),
    more.length > 0 && `More than one image is named '${image}'.`,
    file && file.size > MAX_IMAGE_BYTES && `'${image}' is larger than 10 MB.`,
    file && !(await isImage(file)) && `'${image}' is not a JPEG, PNG, WebP or GIF image.`,
    targets.length > MAX_SHEET_TARGETS_LENGTH && `The targets have more than ${MAX_SHEET_TARGETS_LENGTH} characters.`,
    start && !time.isValid() && `'${start}' is not a date and time. Write it as 2026-12-24T18:00.`,
  ];
  const checked = {
    targets: targets.slice(0, MAX_SHEET_TARGETS_LENGTH),
    starts_at: time.isValid() ? time.toISOString() : null,
  };
  return { line, text, file, checked, problem: problems.filter(Boolean).join(' ') };
}
