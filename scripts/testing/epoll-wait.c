/*
 * Preloaded before libfaketime. While its own epoll_wait waits, a signal handler reads the machine's time. PostgreSQL would
 * then take no timeout of a statement that waits for a lock or a sleep for due, and wait for ever.
 */
#include <stddef.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <unistd.h>

int epoll_wait(int epfd, struct epoll_event *events, int maxevents, int timeout)
{
  return (int) syscall(SYS_epoll_pwait, epfd, events, maxevents, timeout, NULL, (size_t) 8);
}
