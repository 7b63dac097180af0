import { paths } from '../../../platform/router/paths.ts';
import { useParams } from '../../../platform/router/index.ts';
import { PersonScreen } from '../components/PersonScreen.tsx';

export default function UserDetail() {
  const { id = '' } = useParams();
  return <PersonScreen userId={id} getTabPath={(tab) => `${paths.person(id)}?tab=${tab}`} />;
}
