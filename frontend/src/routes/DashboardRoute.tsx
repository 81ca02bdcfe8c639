import { AntdTheme } from '../app/AntdTheme.tsx';
import DashboardScreen from '../screens/dashboard/DashboardScreen.tsx';

/** Theme and dashboard in one chunk, so that they are loaded together. */
export default function DashboardRoute() {
  return (
    <AntdTheme>
      <DashboardScreen />
    </AntdTheme>
  );
}
