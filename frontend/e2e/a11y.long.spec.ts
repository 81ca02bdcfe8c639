import { checkScreens } from './checkScreens.ts';
import { ADMIN_SCREENS } from './screens/adminScreens.ts';
import { SCREENS } from './screens/screens.ts';

checkScreens({ ...SCREENS, ...ADMIN_SCREENS });
