import { paths } from '../../../platform/router/paths.ts';
import { useParams, type Address } from '../../../platform/router/index.ts';
import { personQuery } from '../api.ts';
import { PersonScreen } from '../components/PersonScreen.tsx';

export default function UserDetail() {
  const { id = '' } = useParams();
  return <PersonScreen userId={id} getTabPath={(tab) => `${paths.person(id)}?tab=${tab}`} />;
}

UserDetail.firstQueries = ({ id }: Address) => [personQuery(id)];
