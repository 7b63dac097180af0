import { paths } from '../../../platform/router/paths.ts';
import { Redirect, useSearchParams, type Address } from '../../../platform/router/index.ts';
import { personQuery } from '../api.ts';
import { PersonScreen } from '../components/PersonScreen.tsx';

/** A person from the list of connections. The URL names the person, so that it can be reopened. */
export default function ConnectDetail() {
  const [search] = useSearchParams();
  const id = search.get('id');
  if (id === null) return <Redirect to={paths.connects()} replace />;
  return <PersonScreen userId={id} getTabPath={(tab) => `${paths.connectDetail(id)}&tab=${tab}`} />;
}

ConnectDetail.firstQueries = ({ search }: Address) => {
  const id = search.get('id');
  return id === null ? [] : [personQuery(id)];
};
