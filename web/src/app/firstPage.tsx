/** Runs on the server: renders the first screen as HTML, which is shown until the application loads and hydrates it. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { QuestionPage } from '@fws/contract/conversations/schemas';
import type { CurrentUser } from '@fws/contract/identity/schemas';
import type { JobDetail as JobWithPhotos, JobPage } from '@fws/contract/jobs/schemas';
import type { Contacts } from '@fws/contract/platform/contacts';
import type { Locale } from '@fws/contract/platform/messages';
import type { OpenedScreen } from '@fws/contract/platform/opened-screen';
import { mergeOwnFields } from '@fws/contract/platform/shared-page';
import type { Today } from '@fws/contract/today/schemas';
import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { messages as enConversations } from 'virtual:messages/en/conversations';
import { messages as enJobs } from 'virtual:messages/en/jobs';
import { messages as enPhotos } from 'virtual:messages/en/photos';
import { messages as enQuotes } from 'virtual:messages/en/quotes';
import { messages as enStart } from 'virtual:messages/en/start';
import { messages as hiConversations } from 'virtual:messages/hi/conversations';
import { messages as hiJobs } from 'virtual:messages/hi/jobs';
import { messages as hiPhotos } from 'virtual:messages/hi/photos';
import { messages as hiQuotes } from 'virtual:messages/hi/quotes';
import { messages as hiStart } from 'virtual:messages/hi/start';
import { questionPages } from '../domains/conversations/index.ts';
import { jobQuery } from '../domains/jobs/index.ts';
import { firstJobPages } from '../domains/search/index.ts';
import { todayQuery } from '../domains/today/index.ts';
import { createLanguage, RenderedLanguage } from '../platform/i18n/i18n.ts';
import { Router } from '../platform/router/index.ts';
import { RenderedAt } from '../platform/clock/index.ts';
import { RenderedUser } from '../platform/session/index.ts';
import { App } from './App.tsx';
import { RenderedContacts } from '../platform/contacts/index.ts';
import { firstRoutes, JobDetail } from './firstRoutes.tsx';
import { findRoute } from './route.ts';
import { routes } from './routes.tsx';

const LANGUAGES = {
  en: createLanguage('en', { ...enStart, ...enJobs, ...enQuotes, ...enPhotos, ...enConversations }),
  hi: createLanguage('hi', { ...hiStart, ...hiJobs, ...hiQuotes, ...hiPhotos, ...hiConversations }),
};

// A screen that is not loaded would be rendered as its skeleton.
await JobDetail.load();

/** The server's replies to the calls of that page. */
type Answers = {
  user: { data: CurrentUser };
  jobs?: { data: JobPage };
  job?: { data: JobWithPhotos };
  questions?: { data: QuestionPage };
  today?: { data: Today };
  contacts: Contacts;
};

/** The screen at an address, for a user or a guest; undefined where there is none. */
export async function openScreen(
  pathname: string,
  search: string,
  status: 'user' | 'guest',
): Promise<OpenedScreen | undefined> {
  const found = findRoute(routes, pathname, status);
  if (!found) return undefined;
  const { screen, backdrop } = found.route;
  const module = await screen.load();
  const modules = [module, await backdrop?.load()] as readonly ({ modulePath?: string } | undefined)[];
  return {
    modules: modules.flatMap((each) => each?.modulePath ?? []),
    areas: [...screen.areas, ...(backdrop?.areas ?? [])],
    isFurther: !firstRoutes.includes(found.route),
    calls: module.default
      .firstQueries({ id: found.id, search: new URLSearchParams(search) }, {})
      .map(({ meta }) => ({ name: String(meta?.['call']), body: JSON.stringify(meta?.['values']) })),
  };
}

/** `path` is "/" or a job's path, `at` the time of rendering. */
export const drawFirstPage = (locale: Locale, path: string, at: number, answers: Answers): string =>
  renderToString(createFirstPage(locale, path, at, answers));

/** Everything that differs by request is in the element: two pages that are rendered at once cannot mix. */
export function createFirstPage(locale: Locale, path: string, at: number, answers: Answers): ReactElement {
  const queryClient = new QueryClient();
  if (answers.jobs)
    queryClient.setQueryData(firstJobPages().queryKey, {
      pages: [{ ...mergeOwnFields(answers.jobs.data), total: answers.jobs.data.total }],
      pageParams: [null],
    });
  if (answers.today) queryClient.setQueryData(todayQuery().queryKey, answers.today.data);
  const jobId = /\d+$/.exec(path)?.[0] ?? '';
  if (answers.job) queryClient.setQueryData(jobQuery(jobId).queryKey, answers.job.data);
  if (answers.questions)
    queryClient.setQueryData(questionPages(jobId).queryKey, {
      pages: [answers.questions.data],
      pageParams: [null],
    });
  return (
    <RenderedUser value={answers.user.data}>
      <RenderedLanguage value={LANGUAGES[locale]}>
        <RenderedContacts value={answers.contacts}>
          <RenderedAt value={at}>
            <QueryClientProvider client={queryClient}>
              <Router ssrPath={path}>
                <App />
              </Router>
            </QueryClientProvider>
          </RenderedAt>
        </RenderedContacts>
      </RenderedLanguage>
    </RenderedUser>
  );
}
