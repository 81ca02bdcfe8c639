import { MAX_SHEET_ROWS, MAX_SHEET_TARGETS_LENGTH } from '@flyerdeck/contracts/assistants.values';
import { MAX_DESCRIPTION_LENGTH, MAX_IMAGE_BYTES } from '@flyerdeck/contracts/tasks.values';
import { parse } from 'csv-parse/browser/esm/sync';
import dayjs from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat';
import { unzipSync } from 'fflate';
import { groupBy } from '../../../lib/compare.ts';

dayjs.extend(customParseFormat);

const COLUMNS = ['text', 'image', 'targets', 'start'] as const;
// Spreadsheets rewrite dates that they recognize. With a T in it, a date stays as it is.
const START_FORMATS = ['YYYY-MM-DDTHH:mm', 'YYYY-MM-DD HH:mm', 'YYYY-MM-DD HH:mm:ss', 'D.M.YYYY H:mm'];
const MAX_ZIP_BYTES = 500 * 1024 * 1024;

export const templateCsv = () =>
  [
    COLUMNS.join(','),
    '"Tonight at nine, {name}",flyer-1.jpg,"Luna;#vip",',
    `Tomorrow,flyer-2.png,@luna,${dayjs().add(1, 'day').format('YYYY-MM-DDT18:00')}`,
    '',
  ].join('\r\n');

export interface SheetRow {
  /** As spreadsheets count: the names of the columns are line 1. */
  readonly line: number;
  readonly text: string;
  readonly image: string;
  readonly targets: string;
  readonly starts_at: string | null;
  readonly file: File | null;
  readonly problem: string | null;
}

export interface Sheet {
  /** SHA-256 of the CSV file. */
  readonly key: string;
  readonly name: string;
  readonly rows: readonly SheetRow[];
}

export const isCsv = ({ name }: File) => /\.csv$/i.test(name);
const isZip = ({ name }: File) => /\.zip$/i.test(name);

/** Throws an error with a sentence for the user if there are no rows to check. */
export async function readSheet(files: readonly File[]): Promise<Sheet | null> {
  const csv = files.find(isCsv);
  if (!csv) return null;
  const bytes = await csv.arrayBuffer();
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const records = readRecords(bytes);
  const wanted = new Set(records.map(({ image = '' }) => baseName(image)));
  const images = groupBy(await imagesOf(files, wanted), ({ name }) => baseName(name));
  return {
    key: [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
    name: csv.name.slice(0, -4).trim().slice(0, 100) || 'Sheet',
    rows: await Promise.all(records.map((record) => rowOf(record, images.get(baseName(record.image)) ?? []))),
  };
}

type SheetRecord = Pick<SheetRow, 'line'> & Readonly<Record<(typeof COLUMNS)[number], string>>;

function readRecords(bytes: ArrayBuffer): SheetRecord[] {
  let csv: string;
  try {
    csv = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error('The CSV file is not in UTF-8. Save it as "CSV UTF-8".');
  }
  const [head = [], ...rows] = parse(csv, {
    // Where the comma is the decimal separator, spreadsheets separate by semicolons.
    delimiter: /[,;\t]/.exec(csv)?.[0] ?? ',',
    relax_column_count: true,
  }) as string[][];
  const positions = COLUMNS.map((column) => head.findIndex((name) => name.trim().toLowerCase() === column));
  const missing = COLUMNS.filter((_, index) => positions[index] === -1);
  if (missing.length > 0) throw new Error(`The first line of the CSV file has no column ${missing.join(', ')}.`);
  const records = rows.flatMap((cells, index) => {
    const [text = '', image = '', targets = '', start = ''] = positions.map((at) => cells[at]?.trim() ?? '');
    return cells.some((cell) => cell.trim()) ? [{ line: index + 2, text, image, targets, start }] : [];
  });
  if (records.length === 0) throw new Error('The CSV file has no rows.');
  if (records.length <= MAX_SHEET_ROWS) return records;
  throw new Error(`The CSV file has ${records.length} rows, and ${MAX_SHEET_ROWS} can be queued at once.`);
}

/** Images are found by name, in whatever folder and case. */
const baseName = (path: string) =>
  path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).toLowerCase();

async function imagesOf(files: readonly File[], wanted: ReadonlySet<string>): Promise<File[]> {
  const images = files.filter((file) => !isCsv(file) && !isZip(file));
  for (const zip of files.filter(isZip)) {
    if (zip.size > MAX_ZIP_BYTES) throw new Error(`${zip.name} is larger than 500 MB. Make several ZIP files of it.`);
    const tooLarge: File[] = [];
    const filter = ({ name, originalSize }: { name: string; originalSize: number }) => {
      if (!wanted.has(baseName(name))) return false;
      if (originalSize > MAX_IMAGE_BYTES) tooLarge.push(new File([new Uint8Array(MAX_IMAGE_BYTES + 1)], name));
      return originalSize <= MAX_IMAGE_BYTES;
    };
    try {
      const found = Object.entries(unzipSync(new Uint8Array(await zip.arrayBuffer()), { filter }));
      images.push(...tooLarge, ...found.map(([name, bytes]) => new File([bytes as BlobPart], name)));
    } catch {
      throw new Error(`${zip.name} cannot be read as a ZIP file.`);
    }
  }
  return images;
}

/** By the first bytes, as the server does. */
const isImage = (start: string) => /^(\x89PNG|\xff\xd8\xff|GIF8|RIFF.{4}WEBP)/s.test(start);

async function rowOf({ start, ...record }: SheetRecord, found: readonly File[]): Promise<SheetRow> {
  const { text, image, targets } = record;
  const time = dayjs(start, START_FORMATS, true);
  const [file] = found;
  const firstBytes = file ? new Uint8Array(await file.slice(0, 12).arrayBuffer()) : [];
  const problems = [
    text.length > MAX_DESCRIPTION_LENGTH && `The text has more than ${MAX_DESCRIPTION_LENGTH} characters.`,
    !file && (image ? `There is no image named '${image}'.` : 'It has no image.'),
    found.length > 1 && `${found.length} images are named '${image}'.`,
    file && file.size > MAX_IMAGE_BYTES && `'${image}' is larger than 10 MB.`,
    file &&
      file.size <= MAX_IMAGE_BYTES &&
      !isImage(String.fromCharCode(...firstBytes)) &&
      `'${image}' is not a JPEG, PNG, WebP or GIF image.`,
    targets.length > MAX_SHEET_TARGETS_LENGTH && `The targets have more than ${MAX_SHEET_TARGETS_LENGTH} characters.`,
    start && !time.isValid() && `'${start}' is not a date and time. Write it as 2026-12-24T18:00.`,
  ];
  return {
    ...record,
    targets: targets.slice(0, MAX_SHEET_TARGETS_LENGTH),
    starts_at: time.isValid() ? time.toISOString() : null,
    file: file ?? null,
    problem: problems.filter(Boolean).join(' ') || null,
  };
}
