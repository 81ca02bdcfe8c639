import { Input, Table, Tabs, Tag } from 'antd';
import { createRoot } from 'react-dom/client';

// The reference of the Lighthouse bench: React and antd, and nothing else.
const rows = Array.from({ length: 50 }, (_, key) => ({
  key,
  name: `Row ${key}`,
  status: 'Posted',
  text: `Text of row ${key}`,
}));
const columns = [
  { title: 'Name', dataIndex: 'name' },
  { title: 'Status', dataIndex: 'status', render: (status) => <Tag>{status}</Tag> },
  { title: 'Text', dataIndex: 'text' },
];
const children = (
  <>
    <Input placeholder="Search" />
    <Table dataSource={rows} columns={columns} pagination={false} />
  </>
);
createRoot(document.getElementById('root')).render(<Tabs items={[{ key: 'table', label: 'Table', children }]} />);
