import { AntdTheme } from '../app/AntdTheme.tsx';
import VerifyLinkScreen from '../screens/verifyLink/VerifyLinkScreen.tsx';

export default function VerifyLinkRoute() {
  return (
    <AntdTheme>
      <VerifyLinkScreen />
    </AntdTheme>
  );
}
