import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { QueryCopies } from './findQueryCopies.ts';

/** Allowed copies, each with its reason. */
const ALLOWED: Record<string, string> = {
  'screens/assistants/repeats/RepeatDialog.tsx RepeatForm: initial':
    'What the dialog showed when it opened. Edits in it are not overwritten by another tab.',
  'screens/pages/limits/LimitsForm.tsx LimitsForm: stored':
    'What the form showed when it opened. Edits in it are not overwritten by another tab.',
  'screens/queue/useReloadOnChange.ts useReloadOnChange: seen':
    'The previous value, kept to detect a change. It is not shown.',
};

const src = join(import.meta.dirname, '../../src');
const sources = ['app', 'screens', 'ui']
  .flatMap((folder) =>
    readdirSync(join(src, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(src, folder, name)),
  )
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file));

test('no component copies data of RTK Query into its own state', () => {
  const files = Object.fromEntries(sources.map((file) => [relative(src, file), readFileSync(file, 'utf8')]));
  expect(Object.keys(files).length).toBeGreaterThan(100);
  expect(QueryCopies.find(files)).toEqual(Object.keys(ALLOWED).sort());
});

const component = (body: string) => ({
  'Sample.tsx': `export function Sample({ row, onOpen }) { ${body} return null; }`,
});

test.each([
  ['the answer in state', 'const { data } = useRowsQuery(); const [kept] = useState(data);', 'kept'],
  [
    'the answer under another name',
    'const { data: rows = [] } = useRowsQuery(); const [kept] = useState(rows);',
    'kept',
  ],
  ['a property of the hook', 'const list = useRowsQuery(); const [kept] = useState(() => list.data ?? []);', 'kept'],
  [
    'a field of the answer',
    'const { currentData } = useRowQuery(); const [kept] = useState(currentData?.name ?? "");',
    'kept',
  ],
  ['the result of a selector', 'const rows = useAppSelector(selectRows); const [kept] = useState([...rows]);', 'kept'],
  [
    'a value computed from the data',
    'const rows = useSelector(all); const shown = rows.filter((r) => r.on); useState(shown);',
    'unnamed',
  ],
  [
    'a setter in an effect',
    'const { data } = useRowsQuery(); const [, setKept] = useState(null); useEffect(() => setKept(data), [data]);',
    'setKept',
  ],
  [
    'a setter in a layout effect, in a branch',
    'const { data } = useRowsQuery(); const [, setKept] = useState(null); useLayoutEffect(() => { if (data) { setKept((old) => ({ ...old, ...data })); } });',
    'setKept',
  ],
  [
    'a setter while rendering',
    'const { data } = useRowsQuery(); const [kept, setKept] = useState(null); if (data !== kept) setKept(data);',
    'setKept',
  ],
  ['a ref', 'const { data } = useRowsQuery(); const kept = useRef(data);', 'kept'],
  [
    'a ref that is set later',
    'const { data } = useRowsQuery(); const kept = useRef(null); kept.current = data;',
    'kept',
  ],
  [
    'an action from an effect',
    'const dispatch = useAppDispatch(); const { data } = useRowsQuery(); useEffect(() => { dispatch(received(data)); }, [data]);',
    'dispatch',
  ],
  [
    'a lazy query',
    'const [ask] = useLazyRowsQuery(); const [, setKept] = useState([]); useEffect(() => { ask().unwrap().then((rows) => setKept(rows)); }, []);',
    'setKept',
  ],
  [
    'the result of a lazy query',
    'const [, result] = useLazyRowsQuery(); const [, setKept] = useState([]); useEffect(() => setKept(result.data));',
    'setKept',
  ],
  [
    'a memo of the data',
    'const { data } = useRowsQuery(); const top = useMemo(() => data.slice(0, 3), [data]); useRef(top);',
    'unnamed',
  ],
])('finds %s', (_, body, into) => {
  expect(QueryCopies.find(component(body))).toEqual([`Sample.tsx Sample: ${into}`]);
});

test('finds copies of data from props and from hooks of other files', () => {
  const files = {
    'List.tsx': 'export function List() { const rows = useRows(); return rows.shown.map((row) => <Row row={row} />); }',
    'useRows.ts':
      'export function useRows() { const { data, error } = useRowsQuery(); return { shown: data, error }; }',
    'Row.tsx':
      'export const Row = memo(function Row({ row }) { const [name, setName] = useState(row.name); return name; });',
    'Failure.tsx':
      'export function Failure() { const { error } = useRows(); const [first] = useState(error); return first; }',
  };
  expect(QueryCopies.find(files)).toEqual(['Row.tsx Row: name']);
});

test.each([
  [
    'state without data',
    'const { data } = useRowsQuery(); const [open, setOpen] = useState(false); useEffect(() => setOpen(true), []);',
  ],
  ['a value that is not from a query', 'const [name] = useState(row.name);'],
  ['the state of the query', 'const { isLoading } = useRowsQuery(); const [was] = useState(isLoading);'],
  [
    'a boolean computed from the data',
    'const { data } = useRowsQuery(); const [any] = useState(data.some((row) => row.on) && data !== null);',
  ],
  ['the id of a row', 'const { data } = useRowQuery(); const [id] = useState(data?.id);'],
  [
    'the choice of a user',
    'const rows = useAppSelector(all); const [, choose] = useState(null); return rows.map((row) => <Row onOpen={() => choose(row)} />);',
  ],
  [
    'an action in an event handler',
    'const dispatch = useAppDispatch(); const { data } = useRowQuery(); const save = () => dispatch(saved(data)); return <Row onOpen={save} />;',
  ],
  [
    'a value computed from the data while rendering',
    'const { data } = useRowsQuery(); const shown = useMemo(() => data.filter((row) => row.on), [data]); return <Row rows={shown} />;',
  ],
  [
    'an effect that only reads the data',
    'const { data } = useRowsQuery(); useEffect(() => { document.title = String(data.length); }, [data]);',
  ],
])('allows %s', (_, body) => {
  expect(QueryCopies.find(component(body))).toEqual([]);
});
