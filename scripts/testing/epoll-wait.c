/*
 * Replaces libfaketime's epoll_wait. While that one waits, signal handlers read the time of the machine. At a moment in the
 * future, PostgreSQL's handler then finds that no timeout has passed, and a statement that waits for a lock never ends.
 */
#include <stddef.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <unistd.h>

int epoll_wait(int epfd, struct epoll_event *events, int maxevents, int timeout)
{
  return (int) syscall(SYS_epoll_pwait, epfd, events, maxevents, timeout, NULL, (size_t) 8);
}
