import DollarOutlined from '@ant-design/icons/DollarOutlined';
import LineChartOutlined from '@ant-design/icons/LineChartOutlined';
import TeamOutlined from '@ant-design/icons/TeamOutlined';
import UnorderedListOutlined from '@ant-design/icons/UnorderedListOutlined';
import { Button } from 'antd';
import { useNavigate } from 'react-router-dom';
import styles from './AdminDashboardScreen.module.css';

const WAYS = [
  { label: 'Manage Users', to: '/admin/users', Icon: TeamOutlined },
  { label: 'Performance Analytics', to: '/admin/performance', Icon: LineChartOutlined },
  { label: 'Credit Management', to: '/admin/credits', Icon: DollarOutlined },
  { label: 'Detailed Postings', to: '/admin/postings', Icon: UnorderedListOutlined },
] as const;

export function QuickAccess() {
  const navigate = useNavigate();
  return (
    <section aria-labelledby="quick-access">
      <h2 id="quick-access" className={styles.title}>
        Quick Access
      </h2>
      <div className={styles.access}>
        {WAYS.map(({ label, to, Icon }) => (
          <Button key={to} icon={<Icon aria-hidden />} onClick={() => navigate(to)}>
            {label}
          </Button>
        ))}
      </div>
    </section>
  );
}
