import DashboardScreen from '../screens/dashboard/DashboardScreen.tsx';
import { AntdTheme } from './AntdTheme.tsx';

/** Theme and dashboard in one chunk, so that they are loaded together. */
export default function DashboardRoute() {
  return (
    <AntdTheme>
      <DashboardScreen />
    </AntdTheme>
  );
}
