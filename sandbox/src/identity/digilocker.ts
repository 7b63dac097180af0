import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Context } from '../context.ts';
import { findRegisteredName, getBirthDate, readPerson } from './person.ts';
import { html } from '../pages/html.ts';
import { renderPage } from '../pages/layout.ts';
import { generateNumber, type DigilockerVisit } from '../state.ts';
import { VendorError } from '../vendor-error.ts';

const OPEN_MS = 10 * 60_000;
const shortText = { type: 'string', minLength: 1, maxLength: 50 };

interface CreateRequest {
  verification_id: string;
  document_requested: string[];
  redirect_url: string;
  user_flow?: string;
}

interface ByVerification {
  Querystring: { verification_id?: string };
}

/** Cashfree's DigiLocker API: the URL to send the person to, the state of the visit, and the shared document. */
export function addDigilockerRoutes(app: FastifyInstance, context: Context): void {
  const { digilocker } = context.state;

  app.post<{ Body: CreateRequest }>(
    '/digilocker',
    {
      schema: {
        body: {
          type: 'object',
          required: ['verification_id', 'document_requested', 'redirect_url'],
          properties: {
            verification_id: shortText,
            document_requested: { type: 'array', minItems: 1, items: { enum: ['AADHAAR', 'PAN'] } },
            redirect_url: { type: 'string', pattern: '^https?://' },
            user_flow: { enum: ['signin', 'signup'] },
          },
        },
      },
    },
    async (request) => {
      const { verification_id: verificationId, redirect_url: redirectUrl } = request.body;
      if (Object.values(digilocker).some((visit) => visit.verificationId === verificationId))
        throw new VendorError(409, 'verification_id_already_exists', 'verification_id already exists');
      const visit: DigilockerVisit = {
        verificationId,
        referenceId: generateNumber(context.state),
        person: readPerson(request),
        redirectUrl,
        status: 'PENDING',
        document: 'SUCCESS',
        numberEnding: '',
        birthDate: '',
        registeredName: null,
        at: context.now().toISOString(),
      };
      const key = randomUUID();
      digilocker[key] = visit;
      return {
        verification_id: verificationId,
        reference_id: visit.referenceId,
        url: `http://${request.headers.host ?? 'localhost'}/digilocker/${key}`,
        status: 'PENDING',
        document_requested: request.body.document_requested,
        redirect_url: redirectUrl,
      };
    },
  );

  app.get<ByVerification>('/digilocker', async ({ query }) => {
    const visit = getVisit(context, query.verification_id);
    return {
      verification_id: visit.verificationId,
      reference_id: visit.referenceId,
      status: isOver(context, visit) ? 'EXPIRED' : visit.status,
      document_requested: ['AADHAAR'],
    };
  });

  app.get<ByVerification>('/digilocker/document/AADHAAR', async ({ query }) => {
    const visit = getVisit(context, query.verification_id);
    if (visit.status !== 'AUTHENTICATED')
      throw new VendorError(400, 'consent_not_given', 'the document was not shared');
    return {
      verification_id: visit.verificationId,
      reference_id: visit.referenceId,
      status: visit.document,
      ...(visit.document === 'SUCCESS'
        ? { name: visit.registeredName, uid: `xxxxxxxx${visit.numberEnding}`, dob: visit.birthDate }
        : {}),
    };
  });
}

/** Stands for DigiLocker's own page: a number, and buttons to allow or deny. */
export function addDigilockerPages(app: FastifyInstance, context: Context): void {
  app.get<{ Params: { key: string } }>('/digilocker/:key', async (request, reply) => {
    const visit = context.state.digilocker[request.params.key];
    if (visit?.status !== 'PENDING' || isOver(context, visit)) return showOver(reply, visit?.redirectUrl);
    const content = html`
      <section>
        <p>FWS asks to see your Aadhaar: your name, and the last four digits of its number.</p>
        <form method="post" class="stack">
          <label for="number">Aadhaar number</label>
          <input id="number" name="number" inputmode="numeric" autocomplete="off" value="234123412346" />
          <button class="main" name="answer" value="allow">Allow</button>
          <button name="answer" value="deny">Deny</button>
        </form>
      </section>
      <p class="soft">This is a test page in the place of DigiLocker’s. The number is not kept.</p>
    `;
    return reply
      .type('text/html; charset=utf-8')
      .send(renderPage('DigiLocker', content, { width: 'narrow' }));
  });

  app.post<{ Params: { key: string }; Body: { answer?: string; number?: string } }>(
    '/digilocker/:key',
    async (request, reply) => {
      const visit = context.state.digilocker[request.params.key];
      if (visit?.status !== 'PENDING' || isOver(context, visit)) return showOver(reply, visit?.redirectUrl);
      const { answer, number = '' } = request.body ?? {};
      visit.status = answer === 'allow' ? 'AUTHENTICATED' : 'CONSENT_DENIED';
      visit.numberEnding = number.replace(/\D/g, '').slice(-4);
      visit.birthDate = getBirthDate(number);
      visit.registeredName = findRegisteredName(context.state, visit.numberEnding, visit.person);
      if (visit.registeredName === null) visit.document = 'FAILED';
      else if (visit.numberEnding === '1111') visit.document = 'PENDING';
      return reply.redirect(visit.redirectUrl, 303);
    },
  );
}

/** Decides a pending document. */
export function decideDigilocker(
  context: Context,
  verificationId: string,
  status: 'VALID' | 'INVALID',
): void {
  const visit = getVisit(context, verificationId);
  if (visit.document !== 'PENDING')
    throw new VendorError(404, 'check_not_pending', 'no pending DigiLocker visit has this id');
  visit.document = status === 'VALID' ? 'SUCCESS' : 'FAILED';
}

function getVisit(context: Context, verificationId: string | undefined): DigilockerVisit {
  const visit = Object.values(context.state.digilocker).find(
    (candidate) => candidate.verificationId === verificationId,
  );
  if (!visit) throw new VendorError(404, 'verification_id_not_found', 'verification_id does not exist');
  return visit;
}

const isOver = (context: Context, visit: DigilockerVisit): boolean =>
  visit.status === 'PENDING' && context.now().getTime() - new Date(visit.at).getTime() > OPEN_MS;

function showOver(reply: FastifyReply, returnUrl: string | undefined) {
  const content = html`<section class="stack">
    <p role="status">This request is over.</p>
    ${returnUrl !== undefined && html`<a class="button main" href="${returnUrl}">Go back</a>`}
  </section>`;
  return reply.type('text/html; charset=utf-8').send(renderPage('DigiLocker', content, { width: 'narrow' }));
}
