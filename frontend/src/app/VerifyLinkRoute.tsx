import VerifyLinkScreen from '../screens/verifyLink/VerifyLinkScreen.tsx';
import { AntdTheme } from './AntdTheme.tsx';

export default function VerifyLinkRoute() {
  return (
    <AntdTheme>
      <VerifyLinkScreen />
    </AntdTheme>
  );
}
