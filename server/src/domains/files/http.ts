import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FILE_PERMISSIONS } from '@fws/contract/platform/permissions';
import type { Refusal } from '@fws/contract/platform/refusal';
import type { Db } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/deps.ts';
import type { FileAccess } from '../../platform/domain.ts';
import { findCaller, findSessionCaller, getRequestLanguage } from '../../platform/http/caller.ts';
import type { CallSettings } from '../../platform/http/calls.ts';
import type { Caller } from '../../platform/caller.ts';
import { formatContentDisposition } from '../../platform/http/disposition.ts';
import { toRefusalBody } from '../../platform/http/errors.ts';
import { findSignedCaller, hasSignature } from '../../platform/http/signed-addresses.ts';
import { createStoreLink, openFile } from '../../platform/files.ts';
import { buildCachingHeaders, getLinkTimes, isUnchanged } from './caching.ts';
import { isOwner } from './policy.ts';
import { parseRange, takeRange } from './range.ts';
import { findFileById, type FileRow } from './store.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const SHOWN_INLINE = /^(?:image\/|application\/pdf$)/;

type Settings = CallSettings & { fileAccess: Record<string, FileAccess> };

/** `GET /api/files/<id>/<name>`: the id selects the file; the name is only a suggestion for saving it. */
export function mountDownload(app: FastifyInstance, deps: Deps, settings: Settings): void {
  app.get<{ Params: { id: string }; Querystring: { download?: string } }>(
    '/api/files/:id/:name',
    async (request, reply) => {
      const signedCaller = await findSignedCaller(request, settings);
      const caller = signedCaller ?? (await findCaller(request, {}, settings))?.caller;
      if (!caller) return refuse(request, reply, refuseGuest(request));
      const { id } = request.params;
      const file = UUID.test(id) ? await findFileById(deps.db, id) : null;
      const isAllowed =
        file !== null &&
        (signedCaller
          ? await mayOpenBySignature(deps, signedCaller, file, settings)
          : await mayOpen(deps, caller, request, file, settings));
      if (!isAllowed) {
        const refusal = { kind: 'not_found', code: 'common.not_found' } as const;
        await settings.noteRefusedAccess(request, caller, '/api/files', refusal);
        return refuse(request, reply, refusal);
      }
      // A client that has no cookie may be a page of another origin.
      if (signedCaller) void reply.header('cross-origin-resource-policy', 'cross-origin');
      if (isUnchanged(file, request.headers['if-none-match']))
        return reply.code(304).headers(buildCachingHeaders(file)).send();
      const inline = SHOWN_INLINE.test(file.content_type) && request.query.download !== '1';
      const contentDisposition = formatContentDisposition(inline ? 'inline' : 'attachment', file.name);
      // The signature of a link covers the method: HEAD is answered here.
      const link =
        request.method === 'GET'
          ? await createStoreLink(deps, file, {
              contentType: file.content_type,
              contentDisposition,
              ...getLinkTimes(file),
            })
          : null;
      if (link !== null) return reply.header('cache-control', 'private, no-store').redirect(link, 302);
      const range = request.headers['if-range'] ? null : parseRange(request.headers.range, file.bytes);
      if (range === 'unsatisfiable')
        return reply.code(416).header('content-range', `bytes */${file.bytes}`).send();
      const opened = await openFile(deps, file);
      if (!opened.ok) return refuse(request, reply, opened.refusal);
      const content = opened.value;
      content.once('error', (error) => deps.log.error('a stored file cannot be read', error, { fileId: id }));
      return reply
        .header('content-disposition', contentDisposition)
        .header('accept-ranges', 'bytes')
        .header('content-length', range ? range.end - range.start + 1 : file.bytes)
        .headers(range ? { 'content-range': `bytes ${range.start}-${range.end}/${file.bytes}` } : {})
        .header('x-content-type-options', 'nosniff')
        .headers(buildCachingHeaders(file))
        .code(range ? 206 : 200)
        .type(file.content_type)
        .send(range ? Readable.from(takeRange(content, range)) : content);
    },
  );
}

/**
 * Check the caller's own access first, so that admins who open their own files are not recorded as opening somebody
 * else's. During impersonation an admin may open the files of that user, but files that prove an identity only by the
 * admin's own permission, which is recorded.
 */
async function mayOpen(
  deps: Deps,
  caller: Caller,
  request: FastifyRequest,
  file: FileRow,
  settings: Settings,
): Promise<boolean> {
  const isAllowed =
    !(caller.impersonation && isIdentityProof(file)) &&
    (await mayRead(deps.db, caller, file, settings.fileAccess));
  if (isAllowed) return true;
  const realCaller = caller.impersonation ? (await findSessionCaller(request, {}, settings))?.caller : caller;
  if (!realCaller) return false;
  return settings.adminGuard.mayOpen(realCaller, {
    id: file.id,
    subject: file.subject,
    subjectId: file.subject_id,
    ownerId: file.owner_id,
  });
}

/** The domain of the record that a file is attached to (a job, a quote, …) decides who may read it. */
export async function mayRead(
  db: Db,
  caller: Caller,
  file: FileRow,
  fileAccess: Record<string, FileAccess>,
): Promise<boolean> {
  if (file.subject_id === null) return isOwner(file, caller.userId);
  const access = fileAccess[file.subject];
  return access !== undefined && access(db, caller, file.subject_id);
}

/** Only by the reader's own access: a file that proves an identity, or whose opening is recorded, needs a session. */
const mayOpenBySignature = async (
  { db }: Deps,
  caller: Caller,
  file: FileRow,
  { fileAccess }: Settings,
): Promise<boolean> => !isIdentityProof(file) && mayRead(db, caller, file, fileAccess);

const refuseGuest = (request: FastifyRequest): Refusal => ({
  kind: 'unauthenticated',
  code: hasSignature(request) ? 'common.address_expired' : 'common.login_required',
});

const isIdentityProof = ({ subject }: FileRow): boolean => FILE_PERMISSIONS[subject] === 'identity.read';

function refuse(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  const body = toRefusalBody(refusal, getRequestLanguage(request), new Map());
  return reply.code(body.status).send(body);
}
