import { paths } from '../../../app/paths.ts';
import { Redirect, useSearchParams } from '../../../platform/router/index.ts';
import { PersonScreen } from '../components/PersonScreen.tsx';

/** One of the list of connects. The address names who it is, so that it can be opened again. */
export default function ConnectDetail() {
  const [search] = useSearchParams();
  const id = search.get('id');
  if (id === null) return <Redirect to={paths.connects()} replace />;
  return <PersonScreen userId={id} tabTo={(tab) => `${paths.connectDetail(id)}&tab=${tab}`} />;
}
