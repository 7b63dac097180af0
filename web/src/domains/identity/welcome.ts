const WELCOME_KEY = 'welcome';

/** The user who has just registered and was not welcomed yet. */
export function readWelcome(): number | null {
  try {
    return Number(sessionStorage.getItem(WELCOME_KEY)) || null;
  } catch {
    return null;
  }
}

export function storeWelcome(userId: number | null): void {
  try {
    if (userId === null) sessionStorage.removeItem(WELCOME_KEY);
    else sessionStorage.setItem(WELCOME_KEY, String(userId));
  } catch {
    // Storage may be off: then a reload forgets it.
  }
}
