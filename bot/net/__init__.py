"""The only sockets of the verifying half: the guard, the client, pace, recorded exchanges."""
