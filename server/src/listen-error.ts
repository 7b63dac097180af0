import { ConfigError } from './config/error.ts';

/** Explains a port or host that cannot be listened on as a wrong setting; returns any other error unchanged. */
export function explainListenError(
  error: unknown,
  { host, port, portSetting }: { host: string; port: number; portSetting: string },
): unknown {
  const reasons: Record<string, string> = {
    EADDRINUSE: `${portSetting} is ${port}, which is in use on ${host}`,
    EACCES: `${portSetting} is ${port}, which this account is not allowed to use`,
    EADDRNOTAVAIL: `HOST is ${host}, which is not an address of this machine`,
    ENOTFOUND: `HOST is ${host}, which is not an address of this machine`,
  };
  const reason = reasons[(error as NodeJS.ErrnoException).code ?? ''];
  return reason === undefined ? error : new ConfigError(reason);
}
