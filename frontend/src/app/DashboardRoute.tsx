import DashboardScreen from '../screens/dashboard/DashboardScreen.tsx';
import { AntdTheme } from './AntdTheme.tsx';

/** Theme and dashboard in one chunk, so that neither waits for the other. */
export default function DashboardRoute() {
  return (
    <AntdTheme>
      <DashboardScreen />
    </AntdTheme>
  );
}
